import type { LeavingChoice } from '@repo/contract/hand-overs';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { requireNoHeldShares } from '#modules/activities/held-accounts.ts';
import { passSharedViews } from '#modules/accounts/leave-views.ts';
import { commandLine } from '../audit/actor.ts';
import { requireBreakGlass } from '#modules/auth/break-glass.ts';
import { recordChange } from '../audit/record-change.ts';
import { releaseOwnedAccounts } from '#modules/listed-accounts/release-owned-accounts.ts';
import { lockAdministrators, requireAnotherAdministrator } from '../users/administrators.ts';
import { requireNotErased } from '../users/erased-user.ts';
import { timeOfUpdate } from '../users/time-of-update.ts';
import { lockManaged, type Manager, requireManager, scopeOf } from '#modules/workspaces/manager.ts';
import { requireOwnerLeft } from '#modules/workspaces/require-owner-left.ts';
import { cutOff } from './cut-off.ts';
import { deleteBelonging } from './leaving/delete-belonging.ts';
import { endSentLinks } from './leaving/end-sent-links.ts';
import { endAndRemember, lowerOfDeleted } from './shares/ended-shares.ts';
import { isGoingOn } from './leaving/is-going-on.ts';
import { lockSuccessor, lockLeaver } from './lock-users.ts';
import { endMembership, type LeftMembership, lockMemberships } from './leaving/memberships.ts';
import { requireSuccessor } from './leaving/require-successor.ts';
import { endReturnLink } from './return-link.ts';
import type { LeavingScope } from './leaving/stored-hand-over.ts';
import { takeOver } from './shares/take-over.ts';

export interface Leaving extends LeavingScope {
  choice: LeavingChoice;
  successorId: string | null;
  /** Absent if the user is handed over, and not deleted. */
  deletion?: Deletion;
  /** Stores more in the same transaction, after the user is deactivated. */
  alongside?: (tx: Connection) => Promise<void>;
}

/** How an erasure deletes a user (docs/decisions/deleting-users.md). */
export interface Deletion {
  by: 'user' | 'owner' | 'administrator';
  /** Whether nothing waits for the 30 days. */
  isImmediate?: boolean;
  /** Of the link by which the user comes back. */
  returnTokenHash?: Buffer;
  /** Decides with the user locked; it throws where the deletion is refused. */
  requireAllowed?: (tx: Connection) => Promise<void>;
}

/**
 * Hands a user over in one transaction: ends their memberships, and in all workspaces also whatever they can
 * sign in or connect with. Their shares stay, end, or are lowered by `takeLoweringSteps` afterwards. The
 * caller then completes the withdrawals.
 *
 * @returns whether it began, or an administrator took it over; false where the same one goes on, and only its
 *   withdrawals are left.
 * @throws AppError `VALIDATION_FAILED`; `NOT_FOUND`; `FORBIDDEN` for oneself; `CONFLICT` for the last owner
 *   or administrator, a user who is leaving already, and a successor who is not an active member of every
 *   workspace, and for an erasure of shares under a legal hold
 */
export async function beginHandOver(
  db: Database,
  manager: Manager,
  leaving: Leaving,
): Promise<boolean> {
  const { userId, workspaceId, choice, successorId, deletion } = leaving;
  if ((choice === 'reassign') !== (successorId !== null)) {
    requireValid({
      successorId:
        successorId === null
          ? 'Choose who takes over'
          : 'Only reassign has a successor. Leave it out.',
    });
  }
  return db.transaction().execute(async (tx) => {
    if (workspaceId === null) {
      // Others than administrators need the lock, and `requireAllowed` decides about them.
      const isAdministrators = deletion === undefined || deletion.by === 'administrator';
      await lockAdministrators(tx, isAdministrators ? manager : commandLine);
      await cutOff(tx, userId);
    } else await requireManager(tx, manager, workspaceId);
    if (manager.id === userId && deletion?.by !== 'user') {
      throw new AppError(
        'FORBIDDEN',
        'You cannot hand over your own account. Let someone else do it.',
      );
    }
    const { user, successor } = await lockBoth(tx, leaving);
    await deletion?.requireAllowed?.(tx);
    requireNotErased(user);
    const managed = workspaceId === null ? undefined : await lockManaged(tx, manager, workspaceId);
    if (await isGoingOn(tx, leaving)) return false;
    if (await takesOverDeletion(tx, manager, leaving, user)) return true;
    const left = await lockMemberships(tx, leaving);
    if (workspaceId !== null && left.length === 0) throw notFound('Member');
    await requireStaying(tx, leaving, user, left);
    await requireSuccessor(tx, leaving, successor, left);
    await requireNotHeld(tx, leaving, user);
    const id = await store(tx, manager, leaving, user.isActive);
    if (workspaceId === null) {
      if (user.isAdmin && user.isActive) await requireAnotherAdministrator(tx, userId);
      await removeCredentials(tx, userId, user.updatedAt);
      await requireBreakGlass(tx, { userId });
    }
    await deleteBelonging(
      tx,
      {
        userId,
        email: user.email,
        workspaceIds: left.map((one) => one.workspaceId),
        isOfWorkspaces: workspaceId !== null,
      },
      'atOnce',
    );
    const linksEnded = await endSentLinks(tx, leaving);
    const begun = { id, userId, workspaceId };
    if (workspaceId === null) await takeOver(tx, begun);
    if (choice === 'erase') await endAndRemember(tx, begun);
    if (choice === 'redact') await lowerOfDeleted(tx, begun);
    for (const membership of left) {
      await endMembership(tx, id, membership);
      if (successor === undefined) continue;
      await releaseOwnedAccounts(tx, membership, successor);
      await passSharedViews(tx, membership, successor.id);
    }
    await recordChange(tx, {
      actor: manager,
      action: actionOf(leaving),
      person: { id: userId, name: user.name },
      ...(managed && { scope: scopeOf(managed) }),
      after: {
        ...(deletion === undefined ? { choice } : { by: deletion.by }),
        ...(successor && { successor: successor.name }),
        workspaces: left.length,
        ...(linksEnded > 0 && { linksEnded }),
      },
    });
    await leaving.alongside?.(tx);
    return true;
  });
}

/**
 * Makes the deletion of a user who deleted themselves that of an administrator, who deletes them as well: the
 * user no longer comes back on their own. Otherwise someone who is dismissed could keep a way back.
 */
async function takesOverDeletion(
  tx: Connection,
  manager: Manager,
  { userId, workspaceId, deletion }: Leaving,
  { name }: { name: string },
): Promise<boolean> {
  if (workspaceId !== null || deletion?.by !== 'administrator') return false;
  if (!(await endReturnLink(tx, userId, manager))) return false;
  await recordChange(tx, {
    actor: manager,
    action: 'user.deleted',
    person: { id: userId, name },
    after: { by: deletion.by },
  });
  return true;
}

function actionOf({ workspaceId, deletion }: Leaving) {
  if (deletion !== undefined) return workspaceId === null ? 'user.deleted' : 'member.deleted';
  return workspaceId === null ? 'user.leaving' : 'member.leaving';
}

async function lockBoth(tx: Connection, { userId, workspaceId, successorId }: Leaving) {
  const what = workspaceId === null ? 'User' : 'Member';
  // In the order of their ids: docs/ARCHITECTURE.md, "Lock order".
  if (successorId !== null && successorId < userId) {
    const successor = await lockSuccessor(tx, successorId);
    return { user: await lockLeaver(tx, userId, what), successor };
  }
  const user = await lockLeaver(tx, userId, what);
  return {
    user,
    successor: successorId === null ? undefined : await lockSuccessor(tx, successorId),
  };
}

async function requireStaying(
  tx: Connection,
  { userId, workspaceId, deletion }: Leaving,
  user: { name: string; isActive: boolean },
  left: readonly LeftMembership[],
): Promise<void> {
  const { rows } = await sql<{ begunBy: string }>`
    select begun_by as "begunBy" from hand_overs
    where user_id = ${userId}
      and (workspace_id is null or workspace_id = ${workspaceId}::uuid)`.execute(tx);
  if (rows[0] !== undefined) {
    throw new AppError('CONFLICT', `${user.name} is leaving already: ${rows[0].begunBy} began it.`);
  }
  for (const membership of left) {
    if (membership.role !== 'owner' || !user.isActive) continue;
    await requireOwnerLeft(tx, membership).catch((error: unknown) => {
      if (!(error instanceof AppError) || workspaceId !== null) throw error;
      const who = deletion?.by === 'user' ? 'You are' : `${user.name} is`;
      throw new AppError(
        'CONFLICT',
        `${who} the only owner of ${membership.workspaceName}. Make another member an owner first.`,
      );
    });
  }
}

/** Erasing withdraws what accounts under a legal hold show, and redacting deletes the texts of it. */
async function requireNotHeld(
  tx: Connection,
  { userId, workspaceId, choice }: Leaving,
  user: { name: string },
): Promise<void> {
  if (choice !== 'erase' && choice !== 'redact') return;
  await requireNoHeldShares(
    tx,
    { ownerId: userId, workspaceId },
    user,
    'nothing of theirs can be deleted. What they share can be kept',
  );
}

async function store(
  tx: Connection,
  manager: Manager,
  { userId, workspaceId, choice, successorId, deletion }: Leaving,
  wasActive: boolean,
): Promise<string> {
  const { id } = await tx
    .insertInto('hand_overs')
    .values({
      user_id: userId,
      workspace_id: workspaceId,
      choice,
      successor_id: successorId,
      begun_by: manager.name,
      was_active: wasActive,
      ends_at: sql<Date>`now() + make_interval(days => ${deletion?.isImmediate === true ? 0 : limits.leavingDays})`,
      return_token_hash: deletion?.returnTokenHash ?? null,
      state: choice === 'redact' ? 'lowering' : 'leaving',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes what only the user row and the connections have; `deleteBelonging` deletes the rest. */
async function removeCredentials(tx: Connection, userId: string, updatedAt: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ is_active: false, password_hash: null, updated_at: timeOfUpdate(updatedAt) })
    .where('id', '=', userId)
    .execute();
  await tx
    .updateTable('integrations')
    .set({
      credentials: null,
      credentials_key_id: null,
      webhook_token_hash: null,
      cursor: null,
      change_progress: null,
      lease_id: null,
      lease_until: null,
    })
    .where('owner_id', '=', userId)
    .execute();
}
