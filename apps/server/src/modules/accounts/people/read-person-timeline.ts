import type { ActivityItem } from '@repo/contract/activities';
import { addDays, type BusinessDay, businessDayOf } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import { activitiesOfDay } from '#platform/database/level-columns.ts';
import { readTimeZone } from '#platform/database/workspace-time.ts';
import {
  type PublishedActivity,
  firstParticipants,
  publishedColumns,
  publishedJoin,
  toActivityItem,
} from '../../activities/published-activity.ts';
import { formatPosition, parsePosition } from '#modules/activities/timeline-position.ts';

interface Request {
  limit: number;
  before?: string | undefined;
  /** The email of a colleague. */
  colleague?: string | undefined;
}

interface Row extends PublishedActivity {
  accountId: string;
  accountName: string;
}

/** Days that are read at first; then twice as many each time, until the page is full. */
const FIRST_DAYS = 8;

/**
 * Returns the activities behind the days in touch with a person, in all accounts of a workspace: those that
 * name one of the person's addresses and, with a colleague, that this colleague contributed. An activity of
 * several accounts is listed once. Reads a few days at a time, so that a page costs the same whatever came
 * before it.
 */
export async function readPersonTimeline(
  db: Connection,
  workspaceId: string,
  personId: string,
  { limit, before, colleague }: Request,
): Promise<{
  activities: (ActivityItem & { accountId: string; accountName: string })[];
  before?: string;
}> {
  const touches = daysInTouch(workspaceId, personId, colleague);
  const rows: Row[] = [];
  let until =
    before === undefined
      ? undefined
      : businessDayOf(parsePosition(before).instant, await readTimeZone(db, workspaceId));
  for (let count = FIRST_DAYS; rows.length <= limit; count *= 2) {
    const days = await listDays(db, touches, { until, count });
    const [newest, oldest] = [days[0], days.at(-1)];
    if (newest === undefined || oldest === undefined) break;
    const part = { newest, oldest, before, limit: limit + 1 - rows.length };
    rows.push(...(await readDays(db, { workspaceId, colleague, touches }, part)));
    if (days.length < count) break;
    until = addDays(oldest, -1);
  }
  const listed = rows.slice(0, limit);
  const people = await readUsers(
    db,
    listed.flatMap(({ ownerId, contributorIds }) => [ownerId, ...contributorIds]),
  );
  const last = listed.at(-1);
  return {
    activities: listed.map((row) => ({
      ...toActivityItem(row, people),
      accountId: row.accountId,
      accountName: row.accountName,
    })),
    ...(rows.length > limit && last !== undefined && { before: formatPosition(last) }),
  };
}

/** The days in touch with a person, as rows with `account_id`, `day` and `address`. */
function daysInTouch(workspaceId: string, personId: string, colleague: string | undefined) {
  const ofColleague =
    colleague === undefined ? sql`` : sql`and touch.user_id = ${userOf(colleague)}`;
  return sql`(
    select touch.account_id, touch.day, contact.address
    from contacts contact
    join tie_days touch
      on touch.workspace_id = contact.workspace_id and touch.account_id = contact.account_id
        and touch.contact_id = contact.id
    join workspace_accounts account
      on account.workspace_id = contact.workspace_id and account.id = contact.account_id
        and account.deleted_at is null
    where contact.workspace_id = ${workspaceId} and contact.person_id = ${personId} ${ofColleague})`;
}

async function listDays(
  db: Connection,
  touches: RawBuilder<unknown>,
  { until, count }: { until: BusinessDay | undefined; count: number },
): Promise<BusinessDay[]> {
  const { rows } = await sql<{ day: BusinessDay }>`
    select distinct day from ${touches} touches
    where ${until === undefined ? sql`true` : sql`day <= ${until}`}
    order by day desc limit ${count}`.execute(db);
  return rows.map(({ day }) => day);
}

async function readDays(
  db: Connection,
  {
    workspaceId,
    colleague,
    touches,
  }: { workspaceId: string; colleague: string | undefined; touches: RawBuilder<unknown> },
  {
    newest,
    oldest,
    before,
    limit,
  }: { newest: BusinessDay; oldest: BusinessDay; before: string | undefined; limit: number },
): Promise<Row[]> {
  const ofColleague =
    colleague === undefined
      ? sql``
      : sql`and exists (
          select from account_activity_contributors
          where workspace_id = ${workspaceId} and activity_id = activity.id
            and user_id = ${userOf(colleague)})`;
  const { rows } = await sql<Row>`
    with days as materialized (
      select account_id, day, array_agg(distinct address) as addresses
      from ${touches} touches where day between ${oldest} and ${newest}
      group by account_id, day
    )
    select ${publishedColumns(inWorkspaceOf(db, workspaceId), firstParticipants)}, account.id as "accountId", account.name as "accountName"
    from (
      select activity.*, row_number() over (
        partition by activity.day, activity.activity_key order by activity.account_id) as copy
      from days
      cross join lateral ${activitiesOfDay(
        workspaceId,
        { accountId: sql`days.account_id`, day: sql`days.day` },
        inWorkspaceOf(db, workspaceId),
      )} activity
      where activity.is_named and activity.occurred_at <= now() ${ofColleague} and exists (
        select from jsonb_to_recordset(activity.participants) as participant(email text)
        where participant.email = any(days.addresses))
    ) published
    ${publishedJoin(inWorkspaceOf(db, workspaceId))}
    join workspace_accounts account
      on account.workspace_id = ${workspaceId} and account.id = published.account_id
    -- One that is in several accounts is listed once.
    where copy = 1 ${olderThan(before)}
    order by published.day desc, published.occurred_at desc, published.id desc
    limit ${limit}`.execute(db);
  return rows;
}

const userOf = (email: string) => sql`(select id from users where email = lower(${email}))`;

function olderThan(before: string | undefined): RawBuilder<unknown> {
  if (before === undefined) return sql``;
  const { instant, id } = parsePosition(before);
  return id === undefined
    ? sql`and published.occurred_at < ${instant}`
    : sql`and (published.occurred_at, published.id) < (${instant}, ${id}::uuid)`;
}

async function readUsers(db: Connection, ids: readonly string[]) {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map<string, { name: string; email: string }>();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', distinct)
    .execute();
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
}
