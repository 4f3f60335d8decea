import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';

/**
 * Lets one transaction at a time publish into accounts of a workspace. What the others have committed is
 * seen by the statements after this one (docs/ARCHITECTURE.md, "Lock order").
 */
export async function lockAccounts(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    select from workspace_accounts
    where workspace_id = ${workspaceId} and id = any(${accountIds}::uuid[])
    order by id for no key update`.execute(tx);
}
