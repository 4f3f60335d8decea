import { levelNumber, type ShareLevel } from '@repo/domain/sharing/share-level';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { createAccount, type NewAccount } from '#modules/accounts/create-account.ts';
import { forgetEndedShares } from '#modules/accounts/forget-ended-shares.ts';
import { lockAccountOfDomain } from '#modules/accounts/accounts-by-domain.ts';
import { lockShares } from '#modules/accounts/lock-shares.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import {
  keepProtections,
  protectBeforeSharing,
} from '#modules/activities/protect-for-workspace.ts';
import { beginShares } from '#modules/activities/publish-requests.ts';
import {
  isBeingWithdrawn,
  withdrawalDeadline,
  withdrawForRequest,
} from '#modules/activities/withdrawals.ts';
import { requestShare, type Publication } from '#modules/activities/request-share.ts';
import { findMembership } from '#modules/users/find-membership.ts';
import { defaultLevel } from './default-level.ts';
import { findOwnDomain, type OwnDomain } from '../find-own-domain.ts';
import { revokeShares } from '../revoke-shares.ts';
import { setShareLevel } from '../set-share-level.ts';
import { shownDomain } from '@repo/domain/domains/shown-domain';

interface Share {
  userId: string;
  domainId: string;
  workspaceId: string;
  /** Creates the workspace's account under this name where it has none. */
  newAccountName?: string;
  /** How much of it colleagues see; the default of the workspace if absent. */
  level?: ShareLevel | undefined;
}

interface SharedAccount {
  id: string;
  name: string;
}

/** Attempts to share again when the user revoked another share at the same time. */
const maxTries = 20;

/**
 * Shares a user's domain with a workspace and publishes its captured activities there; the rest of a large
 * domain follows in the background (`beginShares`). Sharing with the same workspace again changes only the level,
 * if one is given.
 *
 * @returns the account that the domain is shared with.
 * @throws AppError NOT_FOUND for another user's domain or workspace; WORKSPACE_ACCOUNT_REQUIRED when the
 *   workspace has no account for the domain and none is to be created; CONFLICT while it is shared
 *   with another workspace, or an earlier share is still being withdrawn.
 */
export async function shareDomain(
  db: Database,
  share: Share,
  deadline = withdrawalDeadline(),
  isOver?: () => boolean,
): Promise<SharedAccount> {
  let stored = await storeShare(db, share);
  for (let tries = 1; stored === undefined; tries += 1) {
    if (tries === maxTries) {
      throw new AppError('CONFLICT', 'The domain is being revoked. Try again in a minute.');
    }
    await withdrawForRequest(
      db,
      { ownerId: share.userId, workspaceId: share.workspaceId },
      'What you shared there before is still being removed. Share the domain again in a minute.',
      deadline,
    );
    stored = await storeShare(db, share);
  }
  const { account, isNew } = stored;
  if (!isNew && share.level !== undefined) {
    await setShareLevel(db, { ...share, level: share.level });
  }
  // Otherwise the job begins with it.
  if (performance.now() < deadline) await beginShares(db, share.userId, isOver);
  return account;
}

interface StoredShare {
  account: SharedAccount;
  /** Whether the domain was not shared with the account before. */
  isNew: boolean;
}

/**
 * Stores the share and the request to publish it.
 *
 * @returns undefined, with nothing changed, while an earlier share with the account is being
 *   withdrawn.
 */
export function storeShare(
  db: Database,
  { userId, domainId, workspaceId, newAccountName, level }: Share,
): Promise<StoredShare | undefined> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, userId);
    const { domain, share } = await findOwnDomain(tx, userId, domainId);
    if (!(await findMembership(tx, userId, workspaceId))) throw notFound('Workspace');
    const isShared = share?.workspaceId === workspaceId;
    if (share !== undefined && !isShared) {
      throw new AppError(
        'CONFLICT',
        `${shownDomain(domain)} is shared with another workspace. Choose 'Not shared' first.`,
      );
    }
    await keepProtections(tx, workspaceId);
    const known = await lockAccountOfDomain(tx, workspaceId, domain);
    if (known === undefined && newAccountName === undefined) {
      throw new AppError(
        'WORKSPACE_ACCOUNT_REQUIRED',
        `The workspace has no account for ${shownDomain(domain)} yet`,
      );
    }
    if (isShared && known !== undefined && share.accountId === known.id) {
      return { account: known, isNew: false };
    }
    const name = newAccountName ?? '';
    const account =
      known ?? (await makeAccount(tx, { workspaceId, domain, name, creatorId: userId }));
    if (await isBeingWithdrawn(tx, userId, account.id)) return undefined;
    await shareWith(
      tx,
      userId,
      { id: domainId, share },
      {
        workspaceId,
        accountId: account.id,
        level: level ?? (await defaultLevel(tx, workspaceId)),
      },
    );
    return { account, isNew: true };
  });
}

/** Creates the account, or returns the one that a colleague creates at the same time. */
async function makeAccount(tx: Connection, account: NewAccount) {
  try {
    return await createAccount(tx, account);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    const theirs = await lockAccountOfDomain(tx, account.workspaceId, account.domain);
    if (theirs === undefined) throw error;
    return theirs;
  }
}

/**
 * Makes an account the one that a domain is shared with. Revokes the share with another account first,
 * including one that restoring a deleted account would begin again. The caller has locked the user, has
 * checked that domain and account belong together and that nothing of the user is being withdrawn from the
 * account, and publishes after its transaction.
 */
export async function shareWith(
  tx: Connection,
  ownerId: string,
  { id, share }: Pick<OwnDomain, 'id' | 'share'>,
  { level, ...to }: Publication & { level: ShareLevel },
): Promise<void> {
  if (share === undefined) await forgetEndedShares(tx, ownerId, { domainIds: [id] });
  else await revokeShares(tx, ownerId, [id]);
  await protectBeforeSharing(tx, ownerId, to.workspaceId);
  await lockShares(tx, to.accountId);
  await tx
    .insertInto('domain_shares')
    .values({
      owner_id: ownerId,
      domain_id: id,
      workspace_id: to.workspaceId,
      account_id: to.accountId,
      level: levelNumber(level),
    })
    .execute();
  await requestShare(tx, ownerId, id, to);
}
