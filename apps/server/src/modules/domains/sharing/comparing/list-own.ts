import type { ComparedActivity } from '@repo/contract/shares';
import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { listedTitle } from '#modules/activities/listed-title.ts';
import { protectedLevel } from '#modules/activities/protected-level.ts';
import { textlessLevel } from '#modules/activities/without-text.ts';
import { agedLevel } from '#modules/activities/workspace-age.ts';
import { parsePosition, type TimelinePosition } from '#modules/activities/timeline-position.ts';
import { copiesOf, isUnsharedMeeting } from './own-copies.ts';

/** An activity that the user captured; of several copies, each property is true if it is of one of them. */
export interface OwnActivity {
  id: string;
  publishedId: string;
  type: ComparedActivity['type'];
  title: string;
  occurredAt: Date;
  isAllDay: boolean;
  isConversationPrivate: boolean;
  isMeetingPrivate: boolean;
  /** Whether each copy is for its owner alone. */
  isForOwnerAlone: boolean;
  /** The number of the level that a protected address allows, -1 for none; null without a protected address. */
  protectedLevel: number | null;
  /** The number of the level that the workspace's retention allows, -1 for none; null where the age does not matter. */
  agedLevel: number | null;
  /** The number of the highest level of a copy without a text; null if it has one. */
  textlessLevel: number | null;
}

interface OwnWanted {
  userId: string;
  domainId: string;
  account: AccountKey;
  limit: number;
  /** The position after which the page begins; undefined for the first page. */
  before: string | undefined;
}

/** The user's activities, of all domains, that are looked through for one page. */
const MAX_WALKED = 10_000;

/**
 * Lists a page of what a user captured of a domain, newest first. Links do not have the time, so it walks through
 * what the user captured by its time and looks for the links of each: of a large domain nearly as many as the page
 * has. Where the domain has so little that this finds no full page, all of the domain is read.
 *
 * @param maxWalked activities that are looked through.
 */
export async function listOwn(
  db: Connection,
  wanted: OwnWanted,
  maxWalked = MAX_WALKED,
): Promise<OwnActivity[]> {
  const { userId, limit, before } = wanted;
  const position = before === undefined ? undefined : parsePosition(before);
  const found = await readListed(db, wanted, walk(wanted, position, maxWalked));
  if (found.length === limit) return found;
  const { rows } = await sql`
    select from captured_activities
    where owner_id = ${userId} and ${until(position)} offset ${maxWalked} limit 1`.execute(db);
  return rows.length === 0 ? found : readListed(db, wanted, readAll(wanted, position));
}

/** The columns that sum up the copies of an activity. */
const summary = sql`
  min(captured.id::text)::uuid as id, max(captured.occurred_at) as occurred_at,
  bool_or(captured.private_conversation_id is not null) as is_conversation_private,
  bool_or(${isUnsharedMeeting}) as is_meeting_private, bool_and(link.by_bcc_only) as by_bcc_only`;

/** Nothing is left out that is on the page: an activity has its place by its newest copy. */
const until = (position: TimelinePosition | undefined): RawBuilder<boolean> =>
  position === undefined ? sql`true` : sql`occurred_at <= ${position.instant}`;

const isOlder = (row: string, position: TimelinePosition | undefined): RawBuilder<boolean> => {
  if (position === undefined) return sql`true`;
  const { instant, id } = position;
  const occurredAt = sql.ref(`${row}.occurred_at`);
  return id === undefined
    ? sql`${occurredAt} < ${instant}`
    : sql`(${occurredAt}, ${sql.ref(`${row}.id`)}) < (${instant}, ${id}::uuid)`;
};

const walk = (
  { userId, domainId, limit }: OwnWanted,
  position: TimelinePosition | undefined,
  maxWalked: number,
): RawBuilder<unknown> => sql`
  select newest.* from (
    select id, activity_key, occurred_at from captured_activities
    where owner_id = ${userId} and ${until(position)}
    order by occurred_at desc limit ${maxWalked}
  ) walked
  cross join lateral (
    select ${summary}, walked.activity_key,
      (array_agg(captured.id order by captured.occurred_at desc, captured.id))[1] as newest_id
    from ${copiesOf(userId, domainId)} and link.activity_key = walked.activity_key
    having count(*) > 0
  ) newest
  where newest.newest_id = walked.id and ${isOlder('newest', position)}
  -- By the time of the walk, so that it ends with the page.
  order by walked.occurred_at desc, newest.id desc limit ${limit}`;

const readAll = (
  { userId, domainId, limit }: OwnWanted,
  position: TimelinePosition | undefined,
): RawBuilder<unknown> => sql`
  select * from (
    select captured.activity_key, ${summary} from ${copiesOf(userId, domainId)}
    group by captured.activity_key
  ) newest
  where ${isOlder('newest', position)}
  order by occurred_at desc, id desc limit ${limit}`;

async function readListed(
  db: Connection,
  { userId, account: { workspaceId, accountId } }: OwnWanted,
  listed: RawBuilder<unknown>,
): Promise<OwnActivity[]> {
  const { rows } = await sql<OwnActivity>`
    select listed.id, published_id(${accountId}::uuid, listed.activity_key) as "publishedId",
      captured.type, ${listedTitle(sql`captured.title`)} as title, listed.occurred_at as "occurredAt",
      captured.is_all_day as "isAllDay", is_conversation_private as "isConversationPrivate",
      is_meeting_private as "isMeetingPrivate", by_bcc_only as "isForOwnerAlone",
      ${protectedLevel({
        ownerId: sql`${userId}`,
        workspaceId: sql`${workspaceId}`,
        activityKey: sql`listed.activity_key`,
      })} as "protectedLevel",
      ${agedLevel({
        ownerId: sql`${userId}::uuid`,
        workspaceId: sql`${workspaceId}`,
        accountId: sql`${accountId}::uuid`,
        capturedId: sql`listed.id`,
      })} as "agedLevel",
      ${textlessLevel({ ownerId: sql`${userId}::uuid`, capturedId: sql`listed.id` })} as "textlessLevel"
    from (${listed}) listed
    -- One lookup for each of the page.
    cross join lateral (
      select type, title, is_all_day from captured_activities
      where owner_id = ${userId} and id = listed.id
      offset 0
    ) captured
    order by listed.occurred_at desc, listed.id desc`.execute(db);
  return rows;
}
