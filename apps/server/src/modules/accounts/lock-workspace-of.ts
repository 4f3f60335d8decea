import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { requireAccount } from './find-account.ts';

/**
 * Locks the workspace of an account, so that only one transaction at a time counts its accounts and
 * adds domains to them. Called before an account is locked (docs/ARCHITECTURE.md, "Lock order").
 *
 * @returns the workspace.
 * @throws AppError NOT_FOUND for a user who cannot see the account.
 */
export async function lockWorkspaceOf(
  tx: Connection,
  personId: string,
  accountId: string,
): Promise<string> {
  const { workspaceId } = await requireAccount(tx, personId, accountId);
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx);
  return workspaceId;
}
