import type { ActivityItem } from '@repo/contract/activities';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import {
  type PublishedActivity,
  publishedColumns,
  toActivityItem,
} from '../../activities/published-activity.ts';
import { formatPosition, parsePosition } from '../../activities/timeline/timeline-position.ts';

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

/**
 * The activities behind the days in touch with a person, in all accounts of a workspace: those that
 * name one of the person's addresses, and with a colleague only what that colleague contributed. One
 * that is in several accounts is listed once.
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
  const ofColleague =
    colleague === undefined ? sql`` : sql`and touch.user_id = ${userOf(colleague)}`;
  const connects = (days: string, activity: string) => sql`(exists (
      select from jsonb_to_recordset(${sql.ref(`${activity}.participants`)}) as participant(email text)
      where participant.email = any(${sql.ref(`${days}.addresses`)}))
    ${
      colleague === undefined
        ? sql``
        : sql`and exists (
            select from account_activity_contributors
            where workspace_id = ${sql.ref(`${activity}.workspace_id`)}
              and activity_id = ${sql.ref(`${activity}.id`)} and user_id = ${userOf(colleague)})`
    })`;
  const { rows } = await sql<Row>`
    with days as materialized (
      select touch.account_id, touch.day, array_agg(distinct contact.address) as addresses
      from contacts contact
      join tie_days touch
        on touch.workspace_id = contact.workspace_id and touch.account_id = contact.account_id
          and touch.contact_id = contact.id
      join workspace_accounts account
        on account.workspace_id = contact.workspace_id and account.id = contact.account_id
          and account.deleted_at is null
      where contact.workspace_id = ${workspaceId} and contact.person_id = ${personId} ${ofColleague}
      group by touch.account_id, touch.day
    )
    select ${publishedColumns}, account.id as "accountId", account.name as "accountName"
    from (select * from days order by day desc) days
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.account_id = days.account_id
        and published.day = days.day
    join workspace_accounts account
      on account.workspace_id = ${workspaceId} and account.id = published.account_id
    where ${connects('days', 'published')}
      and published.occurred_at <= now() ${olderThan(before)}
      -- One that is in several accounts is listed once.
      and not exists (
        select from days other
        join account_activities copy
          on copy.workspace_id = ${workspaceId} and copy.account_id = other.account_id
            and copy.day = other.day
        where other.day = published.day and other.account_id < published.account_id
          and copy.activity_key = published.activity_key and ${connects('other', 'copy')})
    order by published.day desc, published.occurred_at desc, published.id desc
    limit ${limit + 1}`.execute(db);
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
