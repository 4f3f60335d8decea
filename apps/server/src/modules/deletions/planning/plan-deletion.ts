import type { DeletionPlan } from '@repo/contract/deletions';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { planLeaving } from '#modules/hand-overs/plan-leaving.ts';
import { activeAdministrators } from '#modules/users/administrators.ts';
import type { Manager } from '#modules/workspaces/manager.ts';
import { listCovered } from './covered-workspaces.ts';
import { hasNothingElse } from './has-nothing-else.ts';

/**
 * Counts what deleting a user would delete, with their account.
 *
 * @param readerId who looks at it.
 * @throws AppError `NOT_FOUND`
 */
export async function planWhole(
  db: Connection,
  readerId: string,
  userId: string,
): Promise<DeletionPlan> {
  const plan = await planLeaving(db, readerId, { userId, workspaceId: null });
  const { workspaces, workspaceCount, privateActivities } = plan;
  return {
    workspaces,
    workspaceCount,
    deletesAccount: true,
    privateActivities,
    connections: await countConnections(db, userId),
    isLastAdministrator: await isLastAdministrator(db, userId),
  };
}

/**
 * Counts what deleting a member would delete in the workspaces of the organization that the manager owns.
 *
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`
 */
export async function planMember(
  db: Connection,
  manager: Manager & { id: string },
  member: { workspaceId: string; userId: string },
): Promise<DeletionPlan> {
  const { userId } = member;
  const covered = await listCovered(db, manager, member);
  const workspaces = [];
  for (const { id } of covered.slice(0, limits.leavingWorkspaces)) {
    const plan = await planLeaving(db, manager.id, { userId, workspaceId: id });
    workspaces.push(...plan.workspaces);
  }
  const ids = covered.map(({ id }) => id);
  const deletesAccount = await hasNothingElse(db, userId, ids);
  return {
    workspaces,
    workspaceCount: covered.length,
    deletesAccount,
    privateActivities: deletesAccount ? 0 : null,
    connections: deletesAccount ? 0 : null,
    isLastAdministrator: false,
  };
}

export async function isLastAdministrator(db: Connection, userId: string): Promise<boolean> {
  const found = await activeAdministrators(db).limit(2).execute();
  return found.length === 1 && found[0]?.id === userId;
}

async function countConnections(db: Connection, userId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*) as number from integrations where owner_id = ${userId}`.execute(db);
  return rows[0]?.number ?? 0;
}
