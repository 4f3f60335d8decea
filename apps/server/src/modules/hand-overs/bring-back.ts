import { AppError, notFound } from '#platform/http/app-error.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Actor } from '../audit/actor.ts';
import { lockAdministrators } from '../users/administrators.ts';
import { timeOfUpdate } from '../users/time-of-update.ts';
import { lockManaged, type Manager, requireManager, scopeOf } from '#modules/workspaces/manager.ts';
import { requireMemberCapacity } from '../workspaces/require-member-capacity.ts';
import { limitWait } from '../activities/limit-wait.ts';
import { lockLeaver } from './lock-users.ts';
import { resumeMemberships } from './leaving/memberships.ts';
import { type LeavingScope, lockHandOver } from './leaving/stored-hand-over.ts';

/** The longest wait for each of the user, their workspace and their hand-over; milliseconds. */
const MAX_WAIT_MS = 3_000;

/**
 * Begins to bring a leaving user back: the memberships at once, the shares by `takeReturningStep`.
 * Credentials do not come back: they set a password and connect again.
 *
 * @throws AppError `NOT_FOUND` for a user who is not leaving; `CONFLICT` when their data is being deleted
 *   already, and for an owner while the user is leaving all workspaces
 * @throws DatabaseUnavailableError `locked` while a job publishes for the user, or others change their
 *   workspaces, for long
 */
export async function beginReturn(
  db: Database,
  manager: Manager,
  scope: LeavingScope,
): Promise<void> {
  const { userId, workspaceId } = scope;
  await db.transaction().execute(async (tx) => {
    await limitWait(tx, MAX_WAIT_MS);
    if (workspaceId === null) {
      await lockAdministrators(tx, manager);
      const user = await lockLeaver(tx, userId);
      const all = await tx
        .selectFrom('hand_overs')
        .select('was_active as wasActive')
        .where('user_id', '=', userId)
        .where('workspace_id', 'is', null)
        .executeTakeFirst();
      if (all === undefined) throw notLeaving();
      await tx
        .updateTable('users')
        .set({
          ...(all.wasActive !== null && { is_active: all.wasActive }),
          updated_at: timeOfUpdate(user.updatedAt),
        })
        .where('id', '=', userId)
        .execute();
      if (!(await resume(tx, manager, scope, user))) throw notLeaving();
      return;
    }
    await requireManager(tx, manager, workspaceId);
    // Before the workspace: docs/ARCHITECTURE.md, "Lock order".
    const user = await lockLeaver(tx, userId, LEAVING_USER);
    const workspace = await lockManaged(tx, manager, workspaceId);
    await requireNotLeavingAll(tx, user);
    await requireMemberCapacity(tx, workspaceId);
    const of = { ...scope, scope: scopeOf(workspace) };
    if (!(await resume(tx, manager, of, user))) throw notLeaving();
  });
}

/** An owner does not bring back whom an administrator hands over. */
async function requireNotLeavingAll(
  tx: Connection,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const all = await tx
    .selectFrom('hand_overs')
    .select('begun_by as begunBy')
    .where('user_id', '=', id)
    .where('workspace_id', 'is', null)
    .executeTakeFirst();
  if (all === undefined) return;
  throw new AppError(
    'CONFLICT',
    `${name} is leaving all workspaces: ${all.begunBy} began it. Let an administrator bring them back first.`,
  );
}

/**
 * Resumes the memberships of a user whom an administrator reactivates, in the caller's transaction.
 *
 * @returns whether they were leaving.
 */
export const resumeAll = (
  tx: Connection,
  actor: Actor,
  user: { id: string; name: string },
): Promise<boolean> => resume(tx, actor, { userId: user.id, workspaceId: null }, user);

async function resume(
  tx: Connection,
  actor: Actor,
  { scope, ...which }: LeavingScope & { scope?: string },
  user: { id: string; name: string },
): Promise<boolean> {
  const handed = await lockHandOver(tx, which);
  if (handed === undefined) return false;
  // Users who deleted themselves at once cannot be brought back.
  if (handed.state === 'ending' || (handed.state === 'leaving' && handed.isOver)) {
    throw new AppError(
      'CONFLICT',
      `${user.name} has left: what is stored of them is being deleted. Invite them again.`,
    );
  }
  if (handed.state === 'returning') return true;
  const workspaces = await resumeMemberships(tx, handed);
  await tx
    .updateTable('hand_overs')
    .set({ state: 'returning' })
    .where('id', '=', handed.id)
    .execute();
  await recordChange(tx, {
    actor,
    action: which.workspaceId === null ? 'user.brought-back' : 'member.brought-back',
    person: { id: user.id, name: user.name },
    ...(scope !== undefined && { scope }),
    after: { workspaces: workspaces.length },
  });
  return true;
}

const LEAVING_USER = 'Leaving user';

const notLeaving = () => notFound(LEAVING_USER);
