import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { noteRequest } from '../protocol/note-request.ts';
import { changeRoleBy } from './change-role-by.ts';
import { decideRole, isLower } from './decide-role.ts';
import { readRoleState, type RoleCheck, type RoleState, type TakenCheck } from './role-state.ts';

export type RoleParts = Pick<Context, 'db' | 'jobs' | 'log'>;

/** Only a user, or only the workspaces of an organization; all when empty. */
export interface Concerned {
  userId?: string;
  organizationId?: string;
}

/**
 * Users and workspaces that can change now. The others wait until the user is active and the workspace is unarchived.
 */
const canChange = sql`
  exists (select from users person where person.id = note.user_id and person.is_active)
  and exists (
    select from workspaces workspace
    join organizations company on company.id = workspace.organization_id
    where workspace.id = note.workspace_id
      and workspace.archived_at is null and company.archived_at is null)`;

export async function hasRolesToApply(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from role_checks note
    where taken_until < now() and ${canChange} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Gives and takes away the roles that follow from groups, for each user and workspace that was noted. One that fails
 * does not stop the others, and is tried again a minute later.
 *
 * @returns whether some are left.
 */
export async function applyRoles(
  parts: RoleParts,
  isOver: () => boolean,
  only: Concerned = {},
): Promise<boolean> {
  let failure: unknown;
  for (;;) {
    const checks = await findDue(parts.db, only);
    if (checks.length === 0) break;
    for (const check of checks) {
      if (isOver()) return true;
      const taken = await take(parts.db, check);
      if (taken === undefined) continue;
      try {
        await applyOne(parts, taken);
      } catch (error) {
        parts.log.error({ err: error, ...check }, 'a role of a group could not be applied');
        failure ??= error;
      }
    }
  }
  if (failure !== undefined) throw failure;
  return false;
}

const PAGE = 100;

/** The oldest checks that no process works on. */
async function findDue(db: Database, only: Concerned): Promise<RoleCheck[]> {
  const of = sql.join(
    [
      sql`true`,
      ...(only.userId === undefined ? [] : [sql`note.user_id = ${only.userId}`]),
      ...(only.organizationId === undefined
        ? []
        : [
            sql`note.workspace_id in (
              select id from workspaces where organization_id = ${only.organizationId})`,
          ]),
    ],
    sql` and `,
  );
  const { rows } = await sql<RoleCheck>`
    select user_id as "userId", workspace_id as "workspaceId", noted_at::text as "notedAt"
    from role_checks note
    where taken_until < now() and ${canChange} and ${of}
    order by noted_at limit ${PAGE}`.execute(db);
  return rows;
}

/** Takes a check for a minute, so that no other process works on it meanwhile. */
async function take(db: Database, check: RoleCheck): Promise<TakenCheck | undefined> {
  const { userId, workspaceId, notedAt } = check;
  const { rows } = await sql<{ takenUntil: string }>`
    update role_checks set taken_until = now() + interval '1 minute'
    where user_id = ${userId} and workspace_id = ${workspaceId}
      and noted_at = ${notedAt}::timestamptz and taken_until < now()
    returning taken_until::text as "takenUntil"`.execute(db);
  const [taken] = rows;
  return taken && { ...check, ...taken };
}

async function applyOne(parts: RoleParts, check: TakenCheck): Promise<void> {
  const { db } = parts;
  const state = await readRoleState(db, check);
  const isDone = state === undefined || (await apply(parts, check, state));
  const isTaken = sql`
    user_id = ${check.userId} and workspace_id = ${check.workspaceId}
    and taken_until = ${check.takenUntil}::timestamptz`;
  const isSame = sql`noted_at = ${check.notedAt}::timestamptz`;
  if (isDone) await sql`delete from role_checks where ${isTaken} and ${isSame}`.execute(db);
  // Noted again meanwhile: due at once.
  await sql`
    update role_checks set taken_until = '-infinity' where ${isTaken} and not (${isSame})`.execute(
    db,
  );
}

/**
 * Changes the role, unless the product refuses. The reason is then listed for administrators, and the role stays
 * until the user's groups change or they sign in again.
 *
 * @returns false to try again later.
 */
async function apply(parts: RoleParts, check: RoleCheck, state: RoleState): Promise<boolean> {
  const { db } = parts;
  const { userId, workspaceId } = check;
  const { role, given } = decideRole(state.wanted, state.given, state.current);
  const isTaken = isLower(state.current, role);
  // Their shares are still coming back. They can leave again afterwards.
  if (role === null && state.current !== null && state.handOver === 'returning') return false;
  // Deactivated since the check was found: what they are member of says nothing until they come back.
  if (!state.isActive) return false;
  try {
    if (isTaken && state.isBreakGlass) throw keepsBreakGlass(state);
    // Stored before a role is given, and deleted after it was taken: if the process is killed in between, a role that
    // groups gave does not count as one by hand.
    if (given !== undefined) {
      const stored = { role: given.role, role_before: given.before };
      await db
        .insertInto('given_roles')
        .values({ user_id: userId, workspace_id: workspaceId, ...stored })
        .onConflict((conflict) => conflict.columns(['user_id', 'workspace_id']).doUpdateSet(stored))
        .execute();
    }
    await changeRoleBy(parts, check, state, role);
    if (given === undefined) {
      await db
        .deleteFrom('given_roles')
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .execute();
    }
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
    if (await isPassing(db, check, state)) return false;
    await noteRequest(db, {
      organizationId: state.organization.id,
      userId,
      method: 'PATCH',
      resource: 'Groups',
      status: error.status,
      problem: `${state.workspaceName}: ${error.message}`,
    });
  }
  // Deactivated meanwhile: compared again when they come back.
  return (await readRoleState(db, check))?.isActive !== false;
}

/** Whether a refusal is due to something else that happens to the user at the same moment. */
async function isPassing(db: Database, check: RoleCheck, before: RoleState): Promise<boolean> {
  const now = await readRoleState(db, check);
  if (now === undefined) return false;
  return !now.isSettled || now.current !== before.current || now.handOver !== before.handOver;
}

/** Refusals that stay until someone changes something: the last owner, a full workspace. */
const REFUSALS: ReadonlySet<string> = new Set(['CONFLICT', 'LIMIT_REACHED', 'NOT_FOUND']);

const keepsBreakGlass = ({ name }: RoleState) =>
  new AppError(
    'CONFLICT',
    `${name} is the administrator who keeps a password while single sign-on is required, and keeps this role. Choose another administrator for that first.`,
  );
