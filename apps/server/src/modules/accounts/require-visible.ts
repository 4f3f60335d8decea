import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { visibleWorkspaces } from '../auth/visible-accounts.ts';

/** The tables that know the workspace of an account: while it is there, deleted, and merged into another one. */
const accountTables = [
  { table: 'workspace_accounts', id: 'id' },
  { table: 'deleted_accounts', id: 'account_id' },
  { table: 'merged_accounts', id: 'account_id' },
];

/**
 * Requires that a user can see a workspace, and the workspace of an account, also of one that is deleted or merged.
 *
 * @throws AppError NOT_FOUND
 */
export async function requireVisible(
  db: Database,
  userId: string,
  { workspaceId, accountId }: { workspaceId?: string; accountId?: string },
): Promise<void> {
  const visible = visibleWorkspaces({ userId: sql<string>`${userId}::uuid` });
  if (workspaceId !== undefined) {
    const { rows } = await sql`
      select from ${visible} visible where visible.workspace_id = ${workspaceId}`.execute(db);
    if (rows.length === 0) throw notFound('Workspace');
  }
  if (accountId === undefined) return;
  for (const { table, id } of accountTables) {
    const { rows } = await sql`
      select from ${visible} visible
      join ${sql.table(table)} account on account.workspace_id = visible.workspace_id
      where account.${sql.ref(id)} = ${accountId}`.execute(db);
    if (rows.length > 0) return;
  }
  throw notFound('Account');
}
