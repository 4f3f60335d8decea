import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { storageOf } from './publishing/storage/storage-of.ts';

/** Transactions that publish share this lock; a job that moves all days of the workspace takes it alone. */
const daysOf = (workspaceId: string) => sql`hashtextextended(${`days of ${workspaceId}`}, 0)`;

/** The longest wait of a transaction for days that are being moved, which can take minutes; milliseconds. */
const MAX_WAIT_MS = 3_000;

/**
 * Lets one transaction at a time publish into accounts of a workspace. Later statements see the changes that
 * others have committed (docs/ARCHITECTURE.md, "Lock order").
 *
 * @param waitMs the longest wait for the accounts, and for the days; for the accounts without an end if 0.
 * @throws DatabaseUnavailableError `locked` after that, or while the days of the workspace are moved to
 *   another time zone (docs/decisions/workspace-time-zone.md)
 */
export async function lockAccounts(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  waitMs = 0,
): Promise<void> {
  await shareDays(tx, workspaceId, waitMs);
  await sql`
    select from workspace_accounts
    where workspace_id = ${workspaceId} and id = any(${accountIds}::uuid[])
    order by id for no key update`.execute(tx);
}

/**
 * Locks the accounts that no other transaction has locked. If others have all of them, waits for the first
 * one.
 *
 * @returns the locked accounts, including deleted ones, where nothing is published.
 */
export async function lockFreeAccounts(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
  waitMs = 0,
): Promise<Set<string>> {
  await shareDays(tx, workspaceId, waitMs);
  const { rows: present } = await sql<{ id: string }>`
    select id from workspace_accounts
    where workspace_id = ${workspaceId} and id = any(${accountIds}::uuid[])`.execute(tx);
  const { rows: free } = await sql<{ id: string }>`
    select id from workspace_accounts
    where workspace_id = ${workspaceId} and id = any(${accountIds}::uuid[])
    order by id for no key update skip locked`.execute(tx);
  const taken = new Set(present.map(({ id }) => id));
  for (const { id } of free) taken.delete(id);
  const has = accountIds.filter((id) => !taken.has(id));
  if (has.length > 0) return new Set(has);
  const [first] = accountIds;
  if (first === undefined) return new Set();
  await lockAccounts(tx, workspaceId, [first], waitMs);
  return new Set([first]);
}

async function shareDays(tx: Connection, workspaceId: string, waitMs: number): Promise<void> {
  const daysMs = waitMs > 0 ? Math.min(waitMs, MAX_WAIT_MS) : MAX_WAIT_MS;
  // The functions are executed in this order: the limit is that of the one wait.
  await sql`
    select set_config('lock_timeout', ${`${daysMs}ms`}, true),
      pg_advisory_xact_lock_shared(${daysOf(workspaceId)}),
      set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(tx);
  if (waitMs > 0) await storageOf(tx).limitWaitOnNodes(tx, waitMs);
}

/**
 * Keeps others from publishing into the workspace until the transaction ends. Does not wait, since
 * other transactions that publish would wait behind it.
 *
 * @returns whether no other transaction publishes into it now.
 */
export async function tryLockDays(tx: Connection, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${daysOf(workspaceId)}) as "isLocked"`.execute(tx);
  return rows[0]?.isLocked === true;
}
