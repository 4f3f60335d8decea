import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';

/**
 * Lets one transaction at a time publish into an account. What the others have committed is seen by
 * the statements after this one (docs/ARCHITECTURE.md, "Lock order").
 */
export async function lockAccounts(tx: Connection, accountIds: readonly string[]): Promise<void> {
  await sql`
    select from workspace_accounts where id = any(${accountIds}::uuid[])
    order by id for no key update`.execute(tx);
}
