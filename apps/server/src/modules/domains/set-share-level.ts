import type { LevelResult } from '@repo/contract/shares';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { levelNumber, type ShareLevel } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { RESPOND_AFTER_MS } from '#platform/http/respond-after.ts';
import { lockOwner } from '../activities/lock-owner.ts';
import {
  applyPendingLevels,
  isLevelChanging,
  lowestLevel,
  type OwnAccount,
  requestLevelChange,
} from '#modules/activities/level-changes.ts';
import { takeOwnLevelSteps } from '#modules/activities/level-steps.ts';
import { lockAccounts } from '#modules/activities/lock-accounts.ts';
import { hasLeft } from '../users/require-not-left.ts';
import { endRequestsOfShare } from './access/end-requests.ts';
import { findOwnDomain, type OwnDomain } from './find-own-domain.ts';

interface NewLevel {
  userId: string;
  domainId: string;
  level: ShareLevel;
}

/**
 * The longest wait for a job that publishes for the same user, and for others who publish into the account;
 * milliseconds.
 */
export const MAX_WAIT_MS = 3_000;

/**
 * Changes how much of shared domains colleagues see, one domain after the other, until some seconds have
 * passed. It changes at least the first one; the results say how far it came. A domain that cannot be changed
 * has its problem as the result and does not stop the others. A lower level applies to every reader when this
 * returns; at a higher level, more appears as it is published, at the pace of a first share.
 */
export async function setShareLevels(
  db: Database,
  { userId, domainIds, level }: Omit<NewLevel, 'domainId'> & { domainIds: readonly string[] },
  respondAfterMs = RESPOND_AFTER_MS,
): Promise<LevelResult[]> {
  const respondAt = performance.now() + respondAfterMs;
  const results: LevelResult[] = [];
  for (const domainId of new Set(domainIds)) {
    if (results.length > 0 && performance.now() >= respondAt) break;
    try {
      await setShareLevel(db, { userId, domainId, level });
      results.push({ domainId, level });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message } = error;
      results.push({ domainId, problem: { code, message } });
    }
  }
  return results;
}

/**
 * Changes the level of one share, and stores its activities at it for some seconds; a job does the rest.
 *
 * @throws AppError NOT_FOUND for a domain that the user does not share.
 */
export async function setShareLevel(db: Database, share: NewLevel): Promise<void> {
  const account = await storeShareLevel(db, share);
  if (account !== undefined) await takeOwnLevelSteps(db, account);
}

/**
 * Stores the level, and that no reader sees more of the domain from now on; `takeLevelStep` does the rest.
 *
 * @returns where there is something to be stored at another level; undefined if the level stays the same.
 * @throws AppError NOT_FOUND for a domain that the user does not share.
 * @throws DatabaseUnavailableError `locked` while a job publishes for the user, or others into the account.
 */
export function storeShareLevel(
  db: Database,
  { userId, domainId, level }: NewLevel,
): Promise<OwnAccount | undefined> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${`${MAX_WAIT_MS}ms`}, true)`.execute(tx);
    await lockOwner(tx, userId);
    const { domain, share } = await findOwnDomain(tx, userId, domainId);
    if (share === undefined) {
      throw new AppError('NOT_FOUND', `${shownDomain(domain)} is not shared.`);
    }
    if (share.level === level) return undefined;
    const isRaised = levelNumber(level) > levelNumber(share.level);
    if (isRaised && (await hasLeft(tx, { userId, workspaceId: share.workspaceId }))) {
      throw new AppError(
        'CONFLICT',
        `You left the workspace with which ${shownDomain(domain)} is shared. You can lower the level, or stop sharing it.`,
      );
    }
    return changeShareLevel(tx, { userId, domainId, level }, share);
  });
}

/**
 * Stores the level in the caller's transaction, which has locked the user.
 *
 * @param share the share as it is.
 * @param waitMs the longest wait for others who publish into the account.
 */
export async function changeShareLevel(
  tx: Connection,
  { userId, domainId, level }: NewLevel,
  share: NonNullable<OwnDomain['share']>,
  waitMs = MAX_WAIT_MS,
): Promise<OwnAccount> {
  const { workspaceId, accountId } = share;
  const account = { ownerId: userId, workspaceId, accountId };
  await lockAccounts(tx, workspaceId, [accountId], waitMs);
  await tx
    .updateTable('domain_shares')
    .set({ level: levelNumber(level) })
    .where('owner_id', '=', userId)
    .where('domain_id', '=', domainId)
    .execute();
  await endRequestsOfShare(tx, { userId, domainId, level }, share);
  const isRaised = levelNumber(level) > levelNumber(share.level);
  // Everything is stored at most at its level, unless an earlier change is pending.
  const isSafe = isRaised && !(await isLevelChanging(tx, account));
  await requestLevelChange(
    tx,
    account,
    isSafe ? 'full' : ((await lowestLevel(tx, account)) ?? level),
  );
  await applyPendingLevels(tx, account, new Date());
  return account;
}
