import type { Connection, Database } from '../../platform/database/create-database.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import { lockAccounts } from '../activities/publishing/lock-accounts.ts';
import { publishDomains } from '../activities/publishing/publish-domains.ts';
import { findMembership } from '../users/find-membership.ts';
import { findOwnDomain, type OwnDomain } from './find-own-domain.ts';
import { revokeShares } from './revoke-shares.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';

interface Share {
  personId: string;
  domainId: string;
  workspaceId: string;
}

/**
 * Shares a person's domain with a workspace and publishes what is captured of it there. Sharing
 * with the same workspace again changes nothing.
 *
 * @throws AppError NOT_FOUND for another's domain or workspace; WORKSPACE_ACCOUNT_REQUIRED when the
 *   workspace has no account for the domain; CONFLICT while it is shared with another workspace.
 */
export async function shareDomain(
  db: Database,
  { personId, domainId, workspaceId }: Share,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOwner(tx, personId);
    const { domain, share } = await findOwnDomain(tx, personId, domainId);
    if (!(await findMembership(tx, personId, workspaceId))) throw notFound('Workspace');
    if (share?.workspaceId === workspaceId) return;
    if (share !== undefined) {
      throw new AppError(
        'CONFLICT',
        `${shownDomain(domain)} is shared with another workspace. Choose 'Not shared' first.`,
      );
    }
    const account = await tx
      .selectFrom('workspace_accounts')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('domain', '=', domain)
      .executeTakeFirst();
    if (account === undefined) {
      throw new AppError(
        'WORKSPACE_ACCOUNT_REQUIRED',
        `The workspace has no account for ${shownDomain(domain)} yet`,
      );
    }
    await shareWith(tx, { id: domainId, share }, { workspaceId, accountId: account.id });
  });
}

/**
 * Makes an account the one that a domain is shared with, taking it back from another first. The
 * caller holds the owner and has checked that both belong together.
 */
export async function shareWith(
  tx: Connection,
  { id, share }: Pick<OwnDomain, 'id' | 'share'>,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<void> {
  // Both at once, in the order of the ids: one after the other could wait in a circle.
  await lockAccounts(tx, share === undefined ? [accountId] : [accountId, share.accountId]);
  if (share !== undefined) await revokeShares(tx, [id]);
  await tx
    .insertInto('domain_shares')
    .values({ domain_id: id, workspace_id: workspaceId, account_id: accountId })
    .execute();
  await publishDomains(tx, [{ domainId: id, accountId }]);
}
