import type { EndpointResponse } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import type { ComparedActivity, WithheldReason } from '@repo/contract/shares';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireVisible } from '#modules/accounts/require-visible.ts';
import { contributorsOf } from '#modules/activities/contributors-of.ts';
import { isPrivateMeeting } from '#modules/activities/is-private-meeting.ts';
import { listedTitle } from '#modules/activities/listed-title.ts';
import { protectedLevel } from '#modules/activities/protected-level.ts';
import {
  firstParticipants,
  type PublishedActivity,
  publishedColumns,
  publishedJoin,
  toActivityItem,
} from '#modules/activities/published-activity.ts';
import { isLevelChanging } from '#modules/activities/level-changes.ts';
import { formatPosition, parsePosition } from '#modules/activities/timeline-position.ts';
import { listColleagues } from '#modules/users/list-colleagues.ts';
import { findOwnDomain } from '../find-own-domain.ts';

type Comparison = EndpointResponse<'GET /api/accounts/domains/{id}/as-colleagues-see'>;

interface Wanted {
  userId: string;
  domainId: string;
  limit?: number | undefined;
  /** `before` of the previous page. */
  before?: string | undefined;
}

/**
 * Compares what a user captured of a shared domain with what the account shows of it. The query is the one
 * that reads for colleagues, so that the comparison cannot differ from what they see.
 *
 * @throws AppError NOT_FOUND for a domain that the user does not track or share, and in a workspace that they
 *   left.
 */
export async function compareWithAccount(
  db: Database,
  { userId, domainId, limit = limits.comparedActivities, before }: Wanted,
): Promise<Comparison> {
  const { domain, share } = await findOwnDomain(db, userId, domainId);
  if (share === undefined) throw new AppError('NOT_FOUND', `${shownDomain(domain)} is not shared.`);
  const { workspaceId, accountId, level } = share;
  await requireVisible(db, userId, { workspaceId });
  const account = { workspaceId, accountId };
  const own = await listOwn(db, { userId, domainId, account, limit: limit + 1, before });
  const listed = own.slice(0, limit);
  const last = listed.at(-1);
  const shown = await readShown(
    db,
    account,
    listed.map(({ publishedId }) => publishedId),
    userId,
  );
  return {
    domain: shownDomain(domain),
    ...(await readNames(db, account)),
    level,
    isChanging: await isLevelChanging(db, { ownerId: userId, ...account }),
    colleagues: await listColleagues(db, workspaceId, userId),
    withheld: await countWithheld(db, userId, domainId),
    activities: listed.map((one) => compare(one, shown.get(one.publishedId), levelNumber(level))),
    ...(own.length > limit && last !== undefined && { before: formatPosition(last) }),
  };
}

/** An activity that the user captured; of several copies, each property is true if it is of one of them. */
interface OwnActivity {
  id: string;
  publishedId: string;
  type: ComparedActivity['type'];
  title: string;
  occurredAt: Date;
  isAllDay: boolean;
  isConversationPrivate: boolean;
  isMeetingPrivate: boolean;
  isForOwnerAlone: boolean;
  /** The number of the level that a protected address allows, -1 for none; null without a protected address. */
  protectedLevel: number | null;
}

/** A private meeting that its user has not shared. */
const isUnsharedMeeting = sql<boolean>`${isPrivateMeeting} and choice.activity_key is null`;

/**
 * The user's copies of what concerns a domain, as the end of a statement: `captured`, its `link` and the
 * user's `choice`.
 */
const copiesOf = (userId: string, domainId: string) => sql`
  captured_activity_domains link
  join captured_activities captured
    on captured.owner_id = ${userId} and captured.id = link.captured_id
  left join shared_meetings choice
    on choice.owner_id = ${userId} and choice.activity_key = captured.activity_key
  where link.owner_id = ${userId} and link.domain_id = ${domainId}`;

interface OwnWanted {
  userId: string;
  domainId: string;
  account: AccountKey;
  limit: number;
  before: string | undefined;
}

async function listOwn(
  db: Connection,
  { userId, domainId, account: { workspaceId, accountId }, limit, before }: OwnWanted,
): Promise<OwnActivity[]> {
  const { instant, id } = before === undefined ? {} : parsePosition(before);
  const older =
    instant === undefined
      ? sql`true`
      : id === undefined
        ? sql`occurred_at < ${instant}`
        : sql`(occurred_at, id) < (${instant}, ${id}::uuid)`;
  const { rows } = await sql<OwnActivity>`
    with copies as (
      select captured.id, captured.activity_key, captured.occurred_at, link.by_bcc_only,
        captured.private_conversation_id is not null as is_conversation_private,
        ${isUnsharedMeeting} as is_meeting_private
      from ${copiesOf(userId, domainId)}
    ), newest as (
      select activity_key, min(id::text)::uuid as id, max(occurred_at) as occurred_at,
        bool_or(is_conversation_private) as is_conversation_private,
        bool_or(is_meeting_private) as is_meeting_private, bool_and(by_bcc_only) as by_bcc_only
      from copies group by activity_key
    ), listed as (
      select * from newest where ${older} order by occurred_at desc, id desc limit ${limit}
    )
    select listed.id, published_id(${accountId}::uuid, listed.activity_key) as "publishedId",
      captured.type, ${listedTitle(sql`captured.title`)} as title, listed.occurred_at as "occurredAt",
      captured.is_all_day as "isAllDay", is_conversation_private as "isConversationPrivate",
      is_meeting_private as "isMeetingPrivate", by_bcc_only as "isForOwnerAlone",
      ${protectedLevel({
        ownerId: sql`${userId}`,
        workspaceId: sql`${workspaceId}`,
        activityKey: sql`listed.activity_key`,
      })} as "protectedLevel"
    from listed
    join captured_activities captured on captured.owner_id = ${userId} and captured.id = listed.id
    order by listed.occurred_at desc, listed.id desc`.execute(db);
  return rows;
}

/**
 * Reads how the account shows some activities, by their published ids, and whether the user's copies
 * contribute.
 */
async function readShown(
  db: Connection,
  account: AccountKey,
  ids: readonly string[],
  userId: string,
): Promise<Map<string, { item: ComparedActivity['shown']; isByUser: boolean; level: number }>> {
  if (ids.length === 0) return new Map();
  const { workspaceId, accountId } = account;
  const people = await contributorsOf(db, account);
  const { rows } = await sql<PublishedActivity>`
    select ${publishedColumns(inWorkspaceOf(db, workspaceId), firstParticipants)}
    from account_activities published
    ${publishedJoin(inWorkspaceOf(db, workspaceId))}
    where published.workspace_id = ${workspaceId} and published.account_id = ${accountId}
      and published.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        item: toActivityItem(row, people),
        isByUser: row.contributorIds.includes(userId),
        level: row.level,
      },
    ]),
  );
}

type Shown = Awaited<ReturnType<typeof readShown>> extends Map<string, infer One> ? One : never;

function compare(own: OwnActivity, shown: Shown | undefined, shareLevel: number): ComparedActivity {
  const reason = reasonOf(own, shareLevel);
  return {
    id: own.id,
    type: own.type,
    title: own.title,
    occurredAt: own.occurredAt.toISOString(),
    ...(own.isAllDay && { isAllDay: true }),
    shown: shown?.item ?? null,
    isByColleague: shown !== undefined && !shown.isByUser,
    ...(reason !== undefined &&
      (shown?.isByUser !== true || shown.level < shareLevel) && { reason }),
  };
}

function reasonOf(own: OwnActivity, shareLevel: number): WithheldReason | undefined {
  if (own.isConversationPrivate) return 'private-conversation';
  if (own.isMeetingPrivate) return 'private-meeting';
  if (own.protectedLevel !== null && own.protectedLevel < shareLevel) return 'protected-address';
  return own.isForOwnerAlone ? 'hidden-recipient' : undefined;
}

async function readNames(
  db: Connection,
  { workspaceId, accountId }: AccountKey,
): Promise<Pick<Comparison, 'workspace' | 'account'>> {
  const { workspace, account } = await db
    .selectFrom('workspace_accounts')
    .innerJoin('workspaces', 'workspaces.id', 'workspace_accounts.workspace_id')
    .select(['workspaces.name as workspace', 'workspace_accounts.name as account'])
    .where('workspace_accounts.workspace_id', '=', workspaceId)
    .where('workspace_accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    workspace: { id: workspaceId, name: workspace },
    account: { id: accountId, name: account },
  };
}

/** Counts what colleagues do not see of a domain because the user, a sender or a calendar marked it as private. */
async function countWithheld(
  db: Connection,
  userId: string,
  domainId: string,
): Promise<Comparison['withheld']> {
  const { rows } = await sql<Comparison['withheld']>`
    select count(distinct captured.private_conversation_id)::integer as "privateConversations",
      (count(distinct captured.activity_key) filter (
        where ${isUnsharedMeeting}))::integer as "privateMeetings"
    from ${copiesOf(userId, domainId)} and link.by_bcc_only`.execute(db);
  return rows[0] ?? { privateConversations: 0, privateMeetings: 0 };
}
