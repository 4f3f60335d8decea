import { shownDomain } from '@repo/domain/domains/shown-domain';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { requireNotHeld } from '#modules/activities/held-accounts.ts';
import { requestRefresh } from '#modules/activities/refresh-step.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { noteEntries } from '#modules/listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '#modules/listed-accounts/note-workspace-changes.ts';
import { writeListedAccounts } from '#modules/listed-accounts/write-listed-accounts.ts';
import { lockOwnAccount } from './lock-own-account.ts';

/**
 * Removes a domain from an account, for a member of its workspace; another account can then have
 * it. The caller then calls `finishDomainChanges`, which ends the shares of the domain and
 * withdraws what only they published.
 *
 * @param domain normalised.
 * @returns the account with its workspace.
 * @throws AppError NOT_FOUND for a user who cannot see the account, and for a domain that it does
 *   not have; CONFLICT for the primary domain; RATE_LIMITED.
 */
export async function removeAccountDomain(
  db: Database,
  person: Actor & { id: string },
  { accountId, domain }: { accountId: string; domain: string },
): Promise<AccountKey> {
  return db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, person.id, accountId);
    const { workspaceId, scope, name } = account;
    await requireNotHeld(tx, { workspaceId, accountId, name }, 'given fewer domains');
    if (account.domain === domain) {
      throw new AppError(
        'CONFLICT',
        `${shownDomain(domain)} is the primary domain. Make another one primary first, or delete the account.`,
      );
    }
    const { numDeletedRows } = await tx
      .deleteFrom('account_domains')
      .where('workspace_id', '=', workspaceId)
      .where('domain', '=', domain)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('Domain');
    await requestRefresh(tx, { workspaceId, accountId });
    await writeListedAccounts(tx, workspaceId, [accountId]);
    await noteEntries(tx, workspaceId, 'account', [accountId]);
    await noteWorkspaceChanges(tx, [workspaceId]);
    await recordChange(tx, {
      actor: { id: person.id, name: person.name },
      action: 'account.domain-removed',
      scope,
      after: { accountId },
    });
    return { workspaceId, accountId };
  });
}
