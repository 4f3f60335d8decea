import type { Database } from '#platform/database/create-database.ts';
import { requireNoHeldShares } from '#modules/activities/held-accounts.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import { withdrawalDeadline, withdrawForRequest } from '#modules/activities/withdrawals.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { leaveWorkspace } from './members/leave-workspace.ts';
import { findMember } from './list-members.ts';
import { lockManaged, type Manager, scopeOf, requireManager } from './manager.ts';
import { requireOwnerLeft } from './require-owner-left.ts';

/**
 * Ends a membership and the user's shares in the workspace in one transaction, then withdraws the published
 * activities.
 *
 * @param deadline as of `withdrawForRequest`; the default is that of a request from a waiting client.
 * @throws AppError `NOT_FOUND`, `FORBIDDEN`, or `CONFLICT` for the last active owner, and when so much is
 *   withdrawn that it goes on after the response
 */
export async function removeMember(
  db: Database,
  manager: Manager,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  deadline = withdrawalDeadline(),
): Promise<{ sharesEnded: number }> {
  const removed = await db.transaction().execute(async (tx) => {
    await requireManager(tx, manager, workspaceId);
    await findMember(tx, workspaceId, userId);
    // Locked before the workspace (docs/ARCHITECTURE.md, "Lock order"). The user cannot share
    // anything from here on, so the number of shares cannot grow.
    await lockOwner(tx, userId);
    const workspace = await lockManaged(tx, manager, workspaceId);
    const { name, role, sharedDomains, state } = await findMember(tx, workspaceId, userId);
    if (role === 'owner' && state !== 'inactive') {
      await requireOwnerLeft(tx, { workspaceId, userId });
    }
    await requireNoHeldShares(
      tx,
      { ownerId: userId, workspaceId },
      { name },
      'the member cannot be removed with what they share. Hand them over and keep it',
    );
    await leaveWorkspace(tx, { userId, workspaceId });
    await recordChange(tx, {
      actor: manager,
      action: 'member.removed',
      person: { id: userId, name },
      scope: scopeOf(workspace),
      before: { role, sharedDomains },
    });
    return { name, sharesEnded: sharedDomains };
  });
  const [who, they] = manager.id === userId ? ['You are', 'you'] : [`${removed.name} is`, 'they'];
  await withdrawForRequest(
    db,
    { ownerId: userId, workspaceId },
    `${who} no longer a member. What ${they} shared is still being removed from the workspace, which goes on by itself.`,
    deadline,
  );
  return { sharesEnded: removed.sharesEnded };
}
