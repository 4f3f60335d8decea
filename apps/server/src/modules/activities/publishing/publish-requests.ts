import { sql } from 'kysely';
import type { AccountKey } from '../../../platform/database/account-key.ts';
import type { Connection, Database } from '../../../platform/database/create-database.ts';
import { publishStepSize, takeShareStep, takeWithdrawalStep } from './publish-step.ts';

/*
 * Publishing a domain that was shared, or withdrawing one that is no longer, may concern a hundred
 * thousand activities. The transaction that changes the shares only stores a request; steps
 * (`publish-step.ts`) then bring the published rows up to date. The steps of a request are taken:
 *
 * - by the HTTP request that stored it: all steps of a withdrawal, so that nothing of the user is
 *   visible any more when the response is sent; of a share at most `shareSteps`, which publishes a
 *   domain of usual size before the response;
 * - by `publish-requests.job.ts`: whatever is left, also after the process was killed.
 *
 * Both may work on the same request. The rule in full, and why:
 * docs/decisions/publishing-in-steps.md
 */

/** Maximum of steps in one HTTP request that shares; 10,000 activities. */
const shareSteps = 20;

/** A user's part in an account: what they publish there. */
export type Publication = AccountKey;

/** Requests publishing of domains that were just shared. The caller has locked the owner. */
export async function requestShare(
  tx: Connection,
  ownerId: string,
  domainId: string,
  { workspaceId, accountId }: Publication,
): Promise<void> {
  await tx
    .insertInto('publish_requests')
    .values({
      owner_id: ownerId,
      workspace_id: workspaceId,
      account_id: accountId,
      kind: 'share',
      domain_id: domainId,
    })
    .execute();
}

/**
 * Requests withdrawing what a user published in accounts through shares that ended, and cancels
 * pending publishing of those shares. The caller has locked the owner and deleted the shares.
 */
export async function requestWithdrawals(
  tx: Connection,
  ownerId: string,
  from: readonly Publication[],
): Promise<void> {
  if (from.length === 0) return;
  // A person can have shared several domains with one account.
  const accounts = new Map(from.map((one) => [one.accountId, one]));
  await sql`
    delete from publish_requests request
    where owner_id = ${ownerId} and account_id = any(${[...accounts.keys()]}::uuid[])
      and (kind = 'withdrawal' or not exists (
        select from domain_shares share
        where share.owner_id = ${ownerId} and share.domain_id = request.domain_id
          and share.account_id = request.account_id))
  `.execute(tx);
  await tx
    .insertInto('publish_requests')
    .values(
      [...accounts.values()].map(({ workspaceId, accountId }) => ({
        owner_id: ownerId,
        workspace_id: workspaceId,
        account_id: accountId,
        kind: 'withdrawal' as const,
      })),
    )
    .execute();
}

/** Whether something that a person published in an account is still to be withdrawn. */
export async function isBeingWithdrawn(
  db: Connection,
  ownerId: string,
  accountId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('publish_requests')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'withdrawal')
    .executeTakeFirst();
  return found !== undefined;
}

/** Withdraws everything that was requested to be withdrawn for a user. */
export async function completeWithdrawals(db: Database, ownerId: string): Promise<void> {
  while (await takeWithdrawalStep(db, ownerId));
}

/** Publishes what a user has shared, up to `shareSteps`; the job publishes the rest. */
export async function beginShares(db: Database, ownerId: string): Promise<void> {
  for (let steps = 0; steps < shareSteps; steps += 1) {
    const next = await db
      .selectFrom('publish_requests')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('kind', '=', 'share')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return;
    await takeShareStep(db, { ownerId, id: next.id });
  }
}

/** Whether a user has pending requests to publish or withdraw. */
export async function hasPublishRequests(db: Database, ownerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('publish_requests')
    .select('id')
    .where('owner_id', '=', ownerId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Takes one step of each share, and of each person's withdrawals, in turn, so that a large one does
 * not delay the others, until nothing is left or the time is over.
 *
 * @returns whether nothing is left.
 */
export async function takeRemainingSteps(
  db: Database,
  isOver: () => boolean = () => false,
  stepSize = publishStepSize,
): Promise<boolean> {
  for (;;) {
    const { rows } = await sql<{ ownerId: string; id: string | null }>`
      select distinct owner_id as "ownerId", case kind when 'share' then id end as id
      from publish_requests
      order by id nulls first limit 1000`.execute(db);
    if (rows.length === 0) return true;
    for (const { ownerId, id } of rows) {
      if (isOver()) return false;
      await (id === null
        ? takeWithdrawalStep(db, ownerId, stepSize)
        : takeShareStep(db, { ownerId, id }, stepSize));
    }
  }
}
