import type { Database } from '../../platform/database/create-database.ts';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import { checkAccountName } from './check-account-name.ts';
import { lockOwnAccount } from './lock-own-account.ts';
import { updateListedAccount } from './update-listed-account.ts';

/**
 * Renames an account, for a member of its workspace. The present name changes nothing.
 *
 * @throws AppError VALIDATION_FAILED for what cannot be a name; NOT_FOUND for those who may not see
 *   the account; RATE_LIMITED.
 */
export async function renameAccount(
  db: Database,
  person: Actor & { id: string },
  { accountId, name: typed }: { accountId: string; name: string },
): Promise<void> {
  const name = checkAccountName(typed);
  await db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, person.id, accountId);
    if (account.name === name) return;
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
