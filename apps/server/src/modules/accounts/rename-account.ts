import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { checkAccountName } from './check-account-name.ts';
import { lockOwnAccount } from './lock-own-account.ts';
import { updateListedAccount } from './editing/update-listed-account.ts';

/**
 * Renames an account, for a member of its workspace. The present name changes nothing.
 *
 * @throws AppError VALIDATION_FAILED for an invalid name; CONFLICT when the present name is not the one
 *   that it replaces; NOT_FOUND for a user who may not see the account; RATE_LIMITED.
 */
export async function renameAccount(
  db: Database,
  person: Actor & { id: string },
  {
    accountId,
    name: typed,
    replaces,
  }: { accountId: string; name: string; replaces?: string | undefined },
): Promise<void> {
  const name = checkAccountName(typed);
  await db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, person.id, accountId);
    if (account.name === name) return;
    if (replaces !== undefined && account.name !== replaces) {
      throw new AppError(
        'CONFLICT',
        `Someone renamed the account to ${account.name} meanwhile. Try again to replace that name.`,
      );
    }
    const { workspaceId } = account;
    await updateListedAccount(tx, { workspaceId, accountId }, { name });
    await recordChange(tx, {
      actor: { id: person.id, name: person.name },
      action: 'account.renamed',
      scope: account.scope,
      after: { accountId },
    });
  });
}
