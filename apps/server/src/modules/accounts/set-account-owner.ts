import type { Database } from '#platform/database/create-database.ts';
import { AppError, validationFailed } from '#platform/http/app-error.ts';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { noteEntries } from '../listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '../listed-accounts/note-workspace-changes.ts';
import { findReleasing } from '#modules/listed-accounts/owner-now.ts';
import { writeListedAccounts } from '../listed-accounts/write-listed-accounts.ts';
import { requireAccount } from './reading/find-account.ts';
import { lockMember } from './lock-member.ts';
import { lockOwnAccount } from './lock-own-account.ts';

/**
 * Sets the owner of an account, or clears it, for a member of its workspace. The present owner changes
 * nothing.
 *
 * @throws AppError VALIDATION_FAILED for an owner who is not a member or is deactivated; CONFLICT when
 *   the present owner is not the one that it replaces; NOT_FOUND for a user who may not see the account;
 *   RATE_LIMITED.
 */
export async function setAccountOwner(
  db: Database,
  person: Actor & { id: string },
  {
    accountId,
    userId,
    replaces,
  }: { accountId: string; userId: string | null; replaces?: string | null | undefined },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { workspaceId } = await requireAccount(tx, person.id, accountId);
    const owner = userId === null ? undefined : await lockMember(tx, { workspaceId, userId });
    if (userId !== null && owner === undefined) {
      throw validationFailed([
        { field: 'userId', message: 'The owner of an account must be a member of its workspace.' },
      ]);
    }
    if (owner?.isActive === false) {
      throw validationFailed([
        { field: 'userId', message: `${owner.name} is deactivated and cannot own an account.` },
      ]);
    }
    if (owner !== undefined && (await findReleasing(tx, workspaceId, [owner.id])).size > 0) {
      throw new AppError(
        'CONFLICT',
        `${owner.name} left the workspace a moment ago, and the accounts that they owned are still being released. Try again in a minute.`,
      );
    }
    const account = await lockOwnAccount(tx, person.id, accountId);
    if (account.accountOwnerId === userId) return;
    if (replaces !== undefined && account.accountOwnerId !== replaces) {
      throw new AppError(
        'CONFLICT',
        'Someone else has changed the owner. Look at who owns the account now, and choose again.',
      );
    }
    await tx
      .updateTable('workspace_accounts')
      .set({ account_owner_id: userId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', accountId)
      .execute();
    await writeListedAccounts(tx, workspaceId, [accountId]);
    await noteEntries(tx, workspaceId, 'account', [accountId]);
    await noteWorkspaceChanges(tx, [workspaceId]);
    await recordChange(tx, {
      actor: { id: person.id, name: person.name },
      action: 'account.owner-changed',
      scope: account.scope,
      before: { ownerId: account.accountOwnerId ?? '' },
      after: { ownerId: owner?.id ?? '', accountId },
    });
  });
}
