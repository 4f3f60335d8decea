import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { listUnusableWorkspaces } from '#platform/database/unusable-time-zones.ts';
import { pagesOfIds } from '#platform/paging/pages-of-ids.ts';
import { refreshDaysInTouch } from './days-in-touch.ts';
import { refreshRelationships, removeDaysWithoutActivities } from './refresh-relationships.ts';

/** So many activities of one account in one transaction, and the days that they complete. */
const MAX_ACTIVITIES = 2_000;
/** Accounts that are looked for at once. */
const PAGE_SIZE = 500;

/**
 * Counts activities that have begun since they were captured, such as meetings, and fills in accounts from
 * before there were relationships. Each account takes transactions of its own, with a bounded number of
 * activities. `due_at` is the time from which days are missing, `recount_from` the day from which an upgrade
 * has them counted again. Runs every minute, possibly in several processes. After an end at any moment, the
 * next run continues.
 *
 * @returns how many steps it took.
 * @throws the first failure, after all accounts that do not fail are up to date.
 */
export async function refreshDueRelationships(
  db: Database,
  now = new Date(),
  stepSize = MAX_ACTIVITIES,
): Promise<number> {
  await addMissing(db);
  await refreshDaysInTouch(db, now);
  let steps = 0;
  const failures: unknown[] = [];
  const unusable = await listUnusableWorkspaces(db);
  const { rows: workspaces } = await sql<{ workspaceId: string }>`
    select distinct workspace_id as "workspaceId" from account_relationships
    where ${isDue(now)}`.execute(db);
  for (const { workspaceId } of workspaces) {
    if (unusable.has(workspaceId)) continue;
    const pages = pagesOfIds(PAGE_SIZE, (after) =>
      sql<{ id: string }>`
        select account_id as id from account_relationships
        where workspace_id = ${workspaceId} and ${isDue(now)} and account_id > ${after}
        order by account_id limit ${PAGE_SIZE}`.execute(db),
    );
    for await (const accountIds of pages) {
      for (const accountId of accountIds) {
        const step = () =>
          db
            .transaction()
            .execute((tx) => countDueDays(tx, { workspaceId, accountId }, { now, stepSize }));
        try {
          while (await step()) steps += 1;
        } catch (error) {
          failures.push(error);
        }
      }
    }
  }
  if (failures.length > 0) throw failures[0];
  return steps;
}

/** Whether days are missing in an account, or were counted by the rules of an earlier version. */
const isDue = (now: Date) => sql<boolean>`(due_at <= ${now} or recount_from is not null)`;

/** Whether days are missing in any account, or have to be counted again. */
export async function hasDueRelationships(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from account_relationships where ${isDue(new Date())}) as "isDue"`.execute(
    db,
  );
  return rows[0]?.isDue === true;
}

/** Accounts that the version before made while an upgrade was under way. */
async function addMissing(db: Database): Promise<void> {
  await sql`
    insert into account_relationships (workspace_id, account_id, due_at, recount_from)
    select workspace_id, id, '-infinity', null from workspace_accounts account
    where not exists (
      select from account_relationships
      where workspace_id = account.workspace_id and account_id = account.id)
    on conflict do nothing`.execute(db);
}

/**
 * Counts the first of the days in touch that are due in an account.
 *
 * @returns false where nothing is due, or another transaction has locked the account.
 */
export async function countDueDays(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  { now, stepSize = MAX_ACTIVITIES }: { now: Date; stepSize?: number },
): Promise<boolean> {
  const { rows: locked } = await sql`
    select from workspace_accounts
    where workspace_id = ${workspaceId} and id = ${accountId}
      and exists (
        select from account_relationships
        where workspace_id = ${workspaceId} and account_id = ${accountId} and ${isDue(now)})
    for no key update skip locked`.execute(tx);
  if (locked.length === 0) return false;
  const ofAccount = sql`workspace_id = ${workspaceId} and account_id = ${accountId}`;
  const { rows: countedInFull } = await sql`
    select from account_relationships where ${ofAccount} and due_at = '-infinity'`.execute(tx);
  // All days are counted again, by the activities: a day that has none any more is not among them.
  if (countedInFull.length > 0)
    await removeDaysWithoutActivities(tx, { workspaceId, accountId }, now);
  const { rows: days } = await sql<{ day: string }>`
    select distinct day from (
      select day from account_activities
      where ${ofAccount} and occurred_at <= ${now} and occurred_at >= (
        select least(due_at, recount_from) from account_relationships where ${ofAccount})
      order by occurred_at limit ${stepSize}
    ) part
    order by day`.execute(tx);
  await refreshRelationships(
    tx,
    workspaceId,
    days.map(({ day }) => ({ accountId, day })),
    now,
  );
  const lastDay = days.at(-1)?.day ?? null;
  await sql`
    with next_day as (
      select min(occurred_at) as begins_at from account_activities
      where ${ofAccount} and day = (
        select min(day) from account_activities where ${ofAccount} and day > ${lastDay}::date))
    update account_relationships set
      due_at = least(
        (select min(occurred_at) from account_activities where ${ofAccount} and occurred_at > ${now}),
        next_day.begins_at),
      recount_from = case when recount_from is not null and next_day.begins_at <= ${now}
        then next_day.begins_at end
    from next_day
    where ${ofAccount}`.execute(tx);
  return true;
}
