import { plural } from '@repo/domain/text/plural';
import { limits } from '@repo/contract/limits';
import { nameProblem } from '@repo/contract/name';
import type { SavedView, ViewState } from '@repo/contract/saved-views';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, limitReached, validationFailed } from '#platform/http/app-error.ts';
import { lockMembership } from '../../users/lock-membership.ts';
import { readView } from './list-views.ts';

interface Member {
  userId: string;
  workspaceId: string;
}

type OfView = Member & { viewId: string };

/**
 * Saves a view of the accounts grid for a member.
 *
 * @throws AppError VALIDATION_FAILED, NOT_FOUND for a user who is not a member, LIMIT_REACHED.
 */
export async function createView(
  db: Database,
  member: Member,
  given: { name: string; isShared: boolean; state: ViewState },
): Promise<SavedView> {
  const name = checkName(given.name);
  return db.transaction().execute(async (tx) => {
    await lockViews(tx, member);
    await requireRoom(tx, member, { isShared: given.isShared, isNew: true });
    const { id } = await tx
      .insertInto('saved_views')
      .values({
        workspace_id: member.workspaceId,
        owner_id: member.userId,
        name,
        is_shared: given.isShared,
        state: JSON.stringify(given.state),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readView(tx, member, id);
  });
}

/**
 * Changes a view. One that becomes private opens by default for its owner alone.
 *
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, LIMIT_REACHED; FORBIDDEN for a shared view of
 *   another user, unless the caller owns the workspace, who cannot make it private either.
 */
export async function updateView(
  db: Database,
  { viewId, ...member }: OfView,
  given: {
    name?: string | undefined;
    isShared?: boolean | undefined;
    state?: ViewState | undefined;
  },
): Promise<SavedView> {
  const name = given.name === undefined ? undefined : checkName(given.name);
  return db.transaction().execute(async (tx) => {
    await lockViews(tx, member);
    const view = await readChangeable(tx, member, viewId);
    const { isShared = view.isShared, state } = given;
    if (isShared !== view.isShared && !view.isOwn) {
      throw new AppError('FORBIDDEN', 'Only the person who saved this view can make it private');
    }
    if (isShared && !view.isShared) await requireRoom(tx, member, { isShared, isNew: false });
    await tx
      .updateTable('saved_views')
      .set({
        name: name ?? view.name,
        is_shared: isShared,
        ...(state && { state: JSON.stringify(state) }),
      })
      .where('workspace_id', '=', member.workspaceId)
      .where('id', '=', viewId)
      .execute();
    if (!isShared) {
      await tx
        .deleteFrom('default_views')
        .where('workspace_id', '=', member.workspaceId)
        .where('view_id', '=', viewId)
        .where('user_id', '<>', member.userId)
        .execute();
    }
    return readView(tx, member, viewId);
  });
}

/** @throws AppError NOT_FOUND; FORBIDDEN as `updateView`. */
export async function deleteView(db: Database, { viewId, ...member }: OfView): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockViews(tx, member);
    await readChangeable(tx, member, viewId);
    await tx
      .deleteFrom('saved_views')
      .where('workspace_id', '=', member.workspaceId)
      .where('id', '=', viewId)
      .execute();
  });
}

/**
 * Sets the view that opens when a member visits the grid; null for none.
 *
 * @throws AppError NOT_FOUND for users who are not members, and for a view that they cannot see.
 */
export async function chooseDefaultView(
  db: Database,
  { viewId, ...member }: Member & { viewId: string | null },
): Promise<void> {
  const { workspaceId: workspace_id, userId: user_id } = member;
  await db.transaction().execute(async (tx) => {
    await lockViews(tx, member);
    if (viewId === null) {
      await tx
        .deleteFrom('default_views')
        .where('workspace_id', '=', workspace_id)
        .where('user_id', '=', user_id)
        .execute();
      return;
    }
    await readView(tx, member, viewId);
    await tx
      .insertInto('default_views')
      .values({ workspace_id, user_id, view_id: viewId })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ view_id: viewId }),
      )
      .execute();
  });
}

function checkName(typed: string): string {
  const name = typed.replaceAll('\0', '').toWellFormed().trim();
  const message = nameProblem(name);
  if (message !== undefined) throw validationFailed([{ field: 'name', message }]);
  return name;
}

/**
 * Locks the views of a workspace, so that they are changed one after the other: the limits hold,
 * and no view becomes private while another member makes it their default.
 */
async function lockViews(tx: Connection, { userId, workspaceId }: Member): Promise<void> {
  await lockMembership(tx, { userId, workspaceId });
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${workspaceId}`}, 0))`.execute(
    tx,
  );
}

async function readChangeable(tx: Connection, member: Member, viewId: string): Promise<SavedView> {
  const view = await readView(tx, member, viewId);
  if (view.canChange) return view;
  throw new AppError(
    'FORBIDDEN',
    'Only the person who saved this view and the owners of the workspace can change it. Duplicate it to have your own.',
  );
}

async function requireRoom(
  tx: Connection,
  { userId, workspaceId }: Member,
  { isShared, isNew }: { isShared: boolean; isNew: boolean },
): Promise<void> {
  const { rows } = await sql<{ own: number; shared: number }>`
    select count(*) filter (where owner_id = ${userId}) as own,
      count(*) filter (where is_shared) as shared
    from saved_views where workspace_id = ${workspaceId}`.execute(tx);
  const [{ own, shared } = { own: 0, shared: 0 }] = rows;
  if (isNew && own >= limits.viewsPerUser) {
    throw limitReached({
      message: `You have ${plural(own, 'view')} in this workspace, which is the most. Delete one first.`,
      limit: limits.viewsPerUser,
      current: own,
    });
  }
  if (isShared && shared >= limits.sharedViews) {
    throw limitReached({
      message: `This workspace has ${shared} shared views, which is the most. Save yours as private, or delete one first.`,
      limit: limits.sharedViews,
      current: shared,
    });
  }
}
