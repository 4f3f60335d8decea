import { limits } from '@repo/contract/limits';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, limitReached } from '#platform/http/app-error.ts';
import { requestRefresh } from '#modules/activities/refresh-step.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { noteEntries } from '#modules/listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '#modules/listed-accounts/note-workspace-changes.ts';
import { writeListedAccounts } from '#modules/listed-accounts/write-listed-accounts.ts';
import { lockOwnAccount } from './lock-own-account.ts';
import { lockWorkspaceOf } from './lock-workspace-of.ts';
import { findAccountOfDomain } from './accounts-by-domain.ts';

/**
 * Adds a domain to an account, for a member of its workspace. The caller then calls `finishDomainChanges`,
 * which updates the published activities. This shares nothing: members who track the domain share it
 * themselves, which publishes it in this account.
 *
 * @param domain normalised.
 * @returns the account with its workspace.
 * @throws AppError NOT_FOUND for a user who cannot see the account; CONFLICT with the account as
 *   details when the domain belongs to another account of the workspace; LIMIT_REACHED;
 *   RATE_LIMITED.
 */
export async function addAccountDomain(
  db: Database,
  person: Actor & { id: string },
  { accountId, domain }: { accountId: string; domain: string },
): Promise<AccountKey> {
  return db.transaction().execute(async (tx) => {
    // `createAccount` takes the same lock, so the domain cannot be added to another account
    // concurrently.
    const workspaceId = await lockWorkspaceOf(tx, person.id, accountId);
    const account = await lockOwnAccount(tx, person.id, accountId);
    const { scope } = account;
    const other = await findAccountOfDomain(tx, workspaceId, domain);
    if (other?.id === accountId) return { workspaceId, accountId };
    if (other !== undefined) throw takenBy(other, domain);
    await requireCapacity(tx, account);
    await tx
      .insertInto('account_domains')
      .values({ workspace_id: workspaceId, account_id: accountId, domain })
      .execute();
    await requestRefresh(tx, { workspaceId, accountId });
    await writeListedAccounts(tx, workspaceId, [accountId]);
    await noteEntries(tx, workspaceId, 'account', [accountId]);
    await noteWorkspaceChanges(tx, [workspaceId]);
    await recordChange(tx, {
      actor: { id: person.id, name: person.name },
      action: 'account.domain-added',
      scope,
      after: { accountId },
    });
    return { workspaceId, accountId };
  });
}

function takenBy(
  { id, name, isDeleted }: { id: string; name: string; isDeleted: boolean },
  domain: string,
): AppError {
  const shown = shownDomain(domain);
  return isDeleted
    ? new AppError('CONFLICT', `The account for ${shown} is being deleted. Try again in a minute.`)
    : new AppError('CONFLICT', `${shown} belongs to the account “${name}”.`, {
        details: { accountId: id, name },
      });
}

async function requireCapacity(
  tx: Connection,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<void> {
  const { further } = await tx
    .selectFrom('account_domains')
    .select((count) => count.fn.countAll<number>().as('further'))
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  const limit = limits.domainsPerAccount;
  const current = further + 1;
  if (current < limit) return;
  throw limitReached({
    message: `An account can have at most ${limit} domains. Remove one first.`,
    limit,
    current,
  });
}
