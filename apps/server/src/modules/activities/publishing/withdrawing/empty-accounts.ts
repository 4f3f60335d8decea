import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Unshared } from '../storage/publishing-storage.ts';
import { summarizeAccounts } from '../summarize-accounts.ts';
import { noteActivitiesOfAccounts } from '#modules/listed-accounts/note-entries.ts';

/** Activities of all accounts together that one transaction deletes; about a second. */
const MAX_ACTIVITIES = 50_000;

interface Withdrawal {
  ownerId: string;
  workspaceId: string;
}

/**
 * Deletes everything that is published in accounts to which only one person contributes, who shares
 * nothing with them any more. Nothing that remains has to be computed again, so this is many times as
 * fast as withdrawing activity by activity. Leaves out accounts with more than `maxActivities`. The
 * caller has locked the accounts.
 */
export async function emptyAccounts(
  tx: Connection,
  { ownerId, workspaceId, accountIds, isUnshared }: Withdrawal & Unshared,
  now: Date,
  maxActivities = MAX_ACTIVITIES,
): Promise<void> {
  const { rows } = await sql<{ accountId: string; activities: number }>`
    select given.account_id as "accountId", (
      select count(*)::integer from (
        select from account_activities
        where workspace_id = ${workspaceId} and account_id = given.account_id
        limit ${maxActivities + 1}
      ) counted
    ) as activities
    from unnest(${accountIds}::uuid[]) as given(account_id)
    where ${isUnshared} and not exists (
      select from account_activity_contributors other
      where other.workspace_id = ${workspaceId} and other.account_id = given.account_id
        and other.user_id <> ${ownerId})`.execute(tx);
  let left = maxActivities;
  const emptied = rows
    .filter(({ activities }) => activities > 0 && (left -= activities) >= 0)
    .map(({ accountId }) => accountId);
  if (emptied.length === 0) return;
  await sql`
    delete from account_activity_words searched using account_activities published
    where published.workspace_id = ${workspaceId} and published.account_id = any(${emptied}::uuid[])
      and searched.workspace_id = ${workspaceId} and searched.activity_id = published.id`.execute(
    tx,
  );
  await noteActivitiesOfAccounts(tx, workspaceId, emptied);
  for (const table of emptiedTables) {
    await sql`
      delete from ${sql.table(table)}
      where workspace_id = ${workspaceId} and account_id = any(${emptied}::uuid[])`.execute(tx);
  }
  await summarizeAccounts(tx, workspaceId, emptied, now);
}

const emptiedTables = [
  'account_activities',
  'account_activity_contributors',
  'account_message_refs',
  'account_contributors',
  'account_days',
] as const;
