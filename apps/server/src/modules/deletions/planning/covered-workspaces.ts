import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { type Manager, requireManager } from '#modules/workspaces/manager.ts';

export interface Covered {
  id: string;
  name: string;
  isArchived: boolean;
}

/**
 * Lists the workspaces from which an owner deletes a member: those of the organization that the owner owns, and an
 * administrator all of it. Others are neither touched nor named.
 *
 * @throws AppError `NOT_FOUND` for who is not a member of the workspace; `FORBIDDEN`
 */
export async function listCovered(
  db: Connection,
  manager: Manager,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<Covered[]> {
  await requireManager(db, manager, workspaceId);
  const { rows } = await sql<Covered>`
    select workspace.id, workspace.name, workspace.archived_at is not null as "isArchived"
    from workspaces workspace
    join memberships membership
      on membership.workspace_id = workspace.id and membership.user_id = ${userId}
    where workspace.organization_id = (
        select organization_id from workspaces where id = ${workspaceId})
      and (${manager.isAdmin} or exists (
        select from memberships owner
        where owner.workspace_id = workspace.id and owner.user_id = ${manager.id}::uuid
          and owner.role = 'owner'))
    order by workspace.name, workspace.id`.execute(db);
  if (!rows.some(({ id }) => id === workspaceId)) throw notFound('Member');
  return rows;
}
