import type { Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { lockOwnAccount } from './lock-own-account.ts';
import { updateListedAccount } from './editing/update-listed-account.ts';

/**
 * Makes one of an account's domains the primary one, for a member of its workspace. The grid and the icon
 * show the primary domain; published activities stay the same.
 *
 * @param domain normalised.
 * @throws AppError NOT_FOUND for a user who cannot see the account, and for a domain that it does
 *   not have; RATE_LIMITED.
 */
export async function setPrimaryDomain(
  db: Database,
  person: Actor & { id: string },
  { accountId, domain }: { accountId: string; domain: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { workspaceId, scope, ...account } = await lockOwnAccount(tx, person.id, accountId);
    if (account.domain === domain) return;
    const { numUpdatedRows } = await tx
      .updateTable('account_domains')
      .set({ domain: account.domain })
      .where('workspace_id', '=', workspaceId)
      .where('domain', '=', domain)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('Domain');
    await updateListedAccount(tx, { workspaceId, accountId }, { domain });
    await recordChange(tx, {
      actor: { id: person.id, name: person.name },
      action: 'account.primary-domain-changed',
      scope,
      after: { accountId },
    });
  });
}
