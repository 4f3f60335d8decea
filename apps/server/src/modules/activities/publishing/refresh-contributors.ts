import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { storageOf } from './storage/storage-of.ts';

/**
 * Lists for accounts of a workspace who contributes to them: anyone who has a copy of anything
 * published there. The limits keep the planner from reading all copies to find out whether there is
 * one.
 */
export async function refreshContributors(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<void> {
  const shares = await storageOf(tx).shares(tx, workspaceId, accountIds);
  await removeFormerContributors(tx, workspaceId, accountIds);
  await sql`
    insert into account_contributors (workspace_id, account_id, user_id)
    select share.workspace_id, share.account_id, share.owner_id
    from ${shares}
    where share.workspace_id = ${workspaceId} and share.account_id = any(${accountIds}::uuid[])
      and (select true from account_activity_contributors
        where workspace_id = ${workspaceId} and account_id = share.account_id
          and user_id = share.owner_id limit 1)
    on conflict do nothing`.execute(tx);
}

/** Does so where activities are gone: no one contributes who did not before. */
export async function removeFormerContributors(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    delete from account_contributors listed
    where workspace_id = ${workspaceId} and account_id = any(${accountIds}::uuid[])
      and (select true from account_activity_contributors
        where workspace_id = ${workspaceId} and account_id = listed.account_id
          and user_id = listed.user_id limit 1) is null`.execute(tx);
}
