import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { respondDeadline } from '#platform/http/respond-after.ts';
import { type LinkedActivity, linksOfActivities } from '../capturing/links.ts';
import { applyPendingLevels, type OwnAccount, requestLevelChange } from '../level-changes.ts';
import { takeOwnLevelSteps } from '../level-steps.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { publishLinks } from '../publishing/publish-links.ts';
import { requestShare } from '../request-share.ts';
import { publisherOf } from '../publishing/publisher/publisher-of.ts';

/** Activities that are published in the transaction that changes a protection; more are in steps. */
const MAX_AT_ONCE = 500;

/** The work left after the transaction that changed a protection. */
export interface LeftToPublish {
  /** Of the activities that the transaction published, or requested to publish. */
  keys: readonly string[];
  lowered: OwnAccount[];
  hasShares: boolean;
}

export const NOTHING_LEFT: LeftToPublish = { keys: [], lowered: [], hasShares: false };

interface ChangedProtection {
  /** Of the activities. */
  keys: readonly string[];
  /** Whether something is shown again that was not published. */
  shows: boolean;
  maxAtOnce?: number | undefined;
}

/**
 * Publishes a user's activities after their protection has changed. When there are many, readers see at most
 * the level activity of the user's shares with these accounts until steps have stored the rest, as when a
 * share is lowered. Activities that appear again are published at the pace of a first share. The caller has
 * locked the user.
 */
export async function publishProtected(
  tx: Connection,
  ownerId: string,
  { keys, shows, maxAtOnce = MAX_AT_ONCE }: ChangedProtection,
): Promise<LeftToPublish> {
  const links = keys.length === 0 ? [] : await linksOfActivities(tx, ownerId, keys);
  if (keys.length <= maxAtOnce) {
    await publishLinks(tx, ownerId, links);
    return { ...NOTHING_LEFT, keys };
  }
  const shares = await sharesOf(tx, ownerId, links);
  if (shows) {
    for (const { domainId, ...account } of shares) {
      await sql`
        delete from publish_requests
        where owner_id = ${ownerId} and domain_id = ${domainId} and kind = 'share'`.execute(tx);
      await requestShare(tx, ownerId, domainId, account);
    }
    return { ...NOTHING_LEFT, hasShares: true };
  }
  const accounts = new Map(
    shares.map(({ workspaceId, accountId }) => [accountId, { ownerId, workspaceId, accountId }]),
  );
  const lowered = [...accounts.values()].sort((one, other) =>
    `${one.workspaceId} ${one.accountId}`.localeCompare(`${other.workspaceId} ${other.accountId}`),
  );
  for (const account of lowered) {
    await lockAccounts(tx, account.workspaceId, [account.accountId]);
    await requestLevelChange(tx, account, 'activity');
    await applyPendingLevels(tx, account, new Date());
  }
  return { ...NOTHING_LEFT, lowered };
}

interface SharedDomain {
  domainId: string;
  workspaceId: string;
  accountId: string;
}

async function sharesOf(
  tx: Connection,
  ownerId: string,
  links: readonly LinkedActivity[],
): Promise<SharedDomain[]> {
  const domainIds = [...new Set(links.map(({ domainId }) => domainId))];
  const { rows } = await sql<SharedDomain>`
    select domain_id as "domainId", workspace_id as "workspaceId", account_id as "accountId"
    from domain_shares
    where owner_id = ${ownerId} and domain_id = any(${domainIds}::uuid[])
    order by workspace_id, account_id, domain_id`.execute(tx);
  return rows;
}

/** Stores the rest at its level for some seconds, of all accounts together; a job does what remains. */
export async function finishProtected(
  db: Database,
  ownerId: string,
  { lowered }: LeftToPublish,
  isOver = respondDeadline(),
): Promise<void> {
  await publisherOf(db).finish(db, ownerId);
  for (const account of lowered) {
    if (isOver()) return;
    await takeOwnLevelSteps(db, account, isOver);
  }
}

/**
 * Checks that no colleague sees more than the protection allows.
 *
 * @throws AppError UNAVAILABLE when a workspace does not respond, and colleagues may still see more there.
 */
export async function requireHidden(
  db: Database,
  ownerId: string,
  { keys }: LeftToPublish,
): Promise<void> {
  if (await publisherOf(db).isPublished(db, ownerId, keys)) return;
  throw new AppError(
    'UNAVAILABLE',
    'The address is protected from now on. Its conversations could not be removed from a workspace yet, which goes on by itself.',
  );
}
