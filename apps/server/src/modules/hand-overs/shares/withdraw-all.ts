import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { lockOwner } from '#modules/activities/lock-owner.ts';
import type { Publication } from '#modules/activities/request-share.ts';
import { completeWithdrawals, requestWithdrawals } from '#modules/activities/withdrawals.ts';
import { sharers } from '#modules/users/is-sharer.ts';
import { endShares } from './ended-shares.ts';
import {
  type LeavingScope,
  lockHandOver,
  type StoredHandOver,
} from '../leaving/stored-hand-over.ts';

/** Accounts from which is withdrawn at once. */
const MAX_ACCOUNTS = 500;

/** Rounds without an end are an error, which the job reports. */
const MAX_ROUNDS = 1_000;

/**
 * Withdraws everything of an erased user whose hand-over ends, whatever is shared by then, until a last query
 * finds nothing of them published.
 *
 * @returns whether nothing is left; false where the process is ending, or the hand-over has ended.
 */
export async function withdrawAll(
  db: Database,
  handed: StoredHandOver,
  signal?: AbortSignal,
): Promise<boolean> {
  const { userId, workspaceId } = handed;
  const withdrawn = { ownerId: userId, ...(workspaceId !== null && { workspaceId }) };
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
    const found = await db.transaction().execute((tx) => requestAll(tx, handed));
    if (found === undefined) return false;
    if (!(await completeWithdrawals(db, withdrawn, () => signal?.aborted === true))) return false;
    if (found === 0) return true;
  }
  throw new Error(`What user ${userId} published could not be withdrawn.`);
}

/**
 * Ends all shares, and requests the withdrawal of the published activities.
 *
 * @returns in how many accounts something of the user is published; undefined if the hand-over has ended.
 */
async function requestAll(tx: Connection, handed: StoredHandOver): Promise<number | undefined> {
  const { id, userId } = handed;
  await lockOwner(tx, userId);
  if ((await lockHandOver(tx, { id }))?.state !== 'ending') return undefined;
  await endShares(tx, handed);
  const published = await listPublished(tx, handed);
  await requestWithdrawals(tx, userId, published);
  return published.length;
}

/** Accounts where something of a user is published, in the workspaces that they are or were in. */
async function listPublished(
  tx: Connection,
  { userId, workspaceId }: LeavingScope,
): Promise<Publication[]> {
  const { rows: workspaces } = await sql<{ id: string }>`
    select workspace_id as id from account_contributors where user_id = ${userId}
    union select workspace_id from ${sharers} sharer where user_id = ${userId}`.execute(tx);
  const ids = workspaces.flatMap(({ id }) => ([id, null].includes(workspaceId) ? [id] : []));
  const { rows } = await sql<Publication>`
    select workspace_id as "workspaceId", id as "accountId" from workspace_accounts account
    where workspace_id = any(${ids}::uuid[]) and (
      exists (
        select from account_contributors summary
        where summary.workspace_id = account.workspace_id and summary.account_id = account.id
          and summary.user_id = ${userId})
      or exists (
        select from account_activity_contributors contributor
        where contributor.workspace_id = account.workspace_id
          and contributor.account_id = account.id and contributor.user_id = ${userId}))
    order by 1, 2 limit ${MAX_ACCOUNTS}`.execute(tx);
  return rows;
}
