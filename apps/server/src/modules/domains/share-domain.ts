import type { Connection, Database } from '../../platform/database/create-database.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import {
  beginShares,
  completeWithdrawals,
  isBeingWithdrawn,
  type Publication,
  requestShare,
} from '../activities/publishing/publish-requests.ts';
import { findMembership } from '../users/find-membership.ts';
import { findOwnDomain, type OwnDomain } from './find-own-domain.ts';
import { revokeShares } from './revoke-shares.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';

interface Share {
  personId: string;
  domainId: string;
  workspaceId: string;
}

/** How often a share is tried again because the person revoked another one at the same time. */
const maxTries = 20;

/**
 * Shares a person's domain with a workspace and publishes what is captured of it there; the rest of
 * a large domain follows in the background. Sharing with the same workspace again changes nothing.
 *
 * @throws AppError NOT_FOUND for another's domain or workspace; WORKSPACE_ACCOUNT_REQUIRED when the
 *   workspace has no account for the domain; CONFLICT while it is shared with another workspace.
 */
export async function shareDomain(db: Database, share: Share): Promise<void> {
  for (let tries = 1; !(await storeShare(db, share)); tries += 1) {
    if (tries === maxTries) {
      throw new AppError('CONFLICT', 'The domain is being revoked. Try again in a minute.');
    }
    await completeWithdrawals(db, share.personId);
  }
  await beginShares(db, share.personId);
}

/**
 * Stores the share and the request to publish it.
 *
 * @returns false, with nothing changed, while an earlier share with the account is being withdrawn.
 */
export function storeShare(
  db: Database,
  { personId, domainId, workspaceId }: Share,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, personId);
    const { domain, share } = await findOwnDomain(tx, personId, domainId);
    if (!(await findMembership(tx, personId, workspaceId))) throw notFound('Workspace');
    if (share?.workspaceId === workspaceId) return true;
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
    if (await isBeingWithdrawn(tx, personId, account.id)) return false;
    await shareWith(tx, personId, { id: domainId, share }, { workspaceId, accountId: account.id });
    return true;
  });
}

/**
 * Makes an account the one that a domain is shared with, revoking the share with another first. The
 * caller has locked the owner, has checked that both belong together and that nothing of the owner is
 * being withdrawn from the account, and publishes after its transaction.
 */
export async function shareWith(
  tx: Connection,
  ownerId: string,
  { id, share }: Pick<OwnDomain, 'id' | 'share'>,
  to: Publication,
): Promise<void> {
  if (share !== undefined) await revokeShares(tx, ownerId, [id]);
  await tx
    .insertInto('domain_shares')
    .values({ domain_id: id, workspace_id: to.workspaceId, account_id: to.accountId })
    .execute();
  await requestShare(tx, ownerId, id, to);
}
