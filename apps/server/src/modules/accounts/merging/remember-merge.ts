import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';

/** Accounts of a workspace that are remembered. Here and not in `limits`, which the browser loads. */
export const maxMergedAccounts = 10_000;

interface Merge {
  workspaceId: string;
  accountId: string;
  intoId: string;
}

/**
 * Remembers where an account went: links to it, and to those merged into it before, lead to the one
 * that stays. The oldest are forgotten.
 */
export async function rememberMerge(
  tx: Connection,
  { workspaceId, accountId, intoId }: Merge,
): Promise<void> {
  await sql`
    update merged_accounts set into_account_id = ${intoId}
    where workspace_id = ${workspaceId} and into_account_id = ${accountId}`.execute(tx);
  await sql`
    insert into merged_accounts (workspace_id, account_id, into_account_id)
    values (${workspaceId}, ${accountId}, ${intoId})`.execute(tx);
  await sql`
    delete from merged_accounts where workspace_id = ${workspaceId} and account_id in (
      select account_id from merged_accounts where workspace_id = ${workspaceId}
      order by merged_at desc, account_id offset ${maxMergedAccounts})`.execute(tx);
}
