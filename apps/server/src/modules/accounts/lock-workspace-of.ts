import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { requireAccount } from './reading/find-account.ts';

/**
 * Lets one transaction at a time count the accounts of a workspace and give them domains. Call it before
 * locking an account (docs/ARCHITECTURE.md, "Lock order"). Later statements see the changes that others have
 * committed.
 */
export async function lockWorkspace(tx: Connection, workspaceId: string): Promise<void> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx);
}

/**
 * Does so for the workspace of an account.
 *
 * @returns the workspace.
 * @throws AppError NOT_FOUND for a user who cannot see the account.
 */
export async function lockWorkspaceOf(
  tx: Connection,
  userId: string,
  accountId: string,
): Promise<string> {
  const { workspaceId } = await requireAccount(tx, userId, accountId);
  await lockWorkspace(tx, workspaceId);
  return workspaceId;
}
