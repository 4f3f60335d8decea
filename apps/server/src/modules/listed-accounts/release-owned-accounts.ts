import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { noteEntries } from './note-entries.ts';
import { noteWorkspaceChanges } from './note-workspace-changes.ts';

/** Accounts in one transaction, which others wait for: a user may own all of 100,000. */
const STEP_SIZE = 500;

export interface OwnerKey {
  workspaceId: string;
  userId: string;
}

/**
 * Ends the ownership of a leaving user's accounts, or makes a successor their owner, in the transaction that ends
 * the membership and has locked both users. From its commit on, readers see the new owner (`ownerNow`). The rows
 * follow in steps: call `continueReleases` afterwards.
 */
export async function releaseOwnedAccounts(
  tx: Connection,
  { workspaceId, userId }: OwnerKey,
  successor?: { id: string },
): Promise<void> {
  const successorId = successor?.id ?? null;
  // Accounts that others left to this user go on to the successor.
  await sql`
    update owner_releases set successor_id = ${successorId}::uuid
    where workspace_id = ${workspaceId} and successor_id = ${userId}`.execute(tx);
  await sql`
    update deleted_accounts set account_owner_id = ${successorId}::uuid
    where workspace_id = ${workspaceId} and account_owner_id = ${userId}`.execute(tx);
  const { rows: owned } = await sql`
    select from workspace_accounts
    where workspace_id = ${workspaceId} and account_owner_id = ${userId} limit 1`.execute(tx);
  if (owned.length === 0) return;
  // Someone who left before, came back and leaves again owns nothing new: `findReleasing` refuses it until the end.
  await sql`
    insert into owner_releases (workspace_id, user_id, successor_id)
    values (${workspaceId}, ${userId}, ${successorId}::uuid)
    on conflict (workspace_id, user_id) do nothing`.execute(tx);
  await noteWorkspaceChanges(tx, [workspaceId]);
}

/**
 * Stores the new owners of the accounts that a user left, in steps of one transaction each.
 *
 * @param isOver whether to leave the rest to the job.
 * @returns whether nothing is left.
 */
export async function continueReleases(
  db: Database,
  userId: string,
  isOver: () => boolean,
): Promise<boolean> {
  const { rows } = await sql<OwnerKey>`
    select workspace_id as "workspaceId", user_id as "userId" from owner_releases
    where user_id = ${userId} order by workspace_id`.execute(db);
  for (const key of rows) if (!(await continueRelease(db, key, isOver))) return false;
  return true;
}

/** Does so in one workspace. */
export async function continueRelease(
  db: Database,
  key: OwnerKey,
  isOver: () => boolean,
): Promise<boolean> {
  for (;;) {
    const outcome = await db.transaction().execute((tx) => takeReleaseStep(tx, key));
    if (outcome === 'done') return true;
    if (outcome === 'locked' || isOver()) return false;
  }
}

/** `locked` where others hold the accounts that are next. */
export type ReleaseOutcome = 'done' | 'more' | 'locked';

/**
 * Takes one such step, without waiting for accounts that others hold. Does not use `writeListedAccounts`, which
 * would read all of an account.
 */
export async function takeReleaseStep(
  tx: Connection,
  { workspaceId, userId }: OwnerKey,
  size = STEP_SIZE,
): Promise<ReleaseOutcome> {
  const { rows: begun } = await sql<{ successorId: string | null; name: string }>`
    select released.successor_id as "successorId", coalesce((
      select name from users where id = released.successor_id), '') as name
    from owner_releases released
    where workspace_id = ${workspaceId} and user_id = ${userId}
    for update of released`.execute(tx);
  const [release] = begun;
  if (release === undefined) return 'done';
  const { successorId, name } = release;
  const { rows: next } = await sql<{ id: string }>`
    select id from workspace_accounts
    where workspace_id = ${workspaceId} and account_owner_id = ${userId}
    limit ${size}`.execute(tx);
  if (next.length > 0) {
    const ids = await lockFree(
      tx,
      workspaceId,
      next.map(({ id }) => id),
    );
    if (ids.length === 0) return 'locked';
    await sql`
      update workspace_accounts
      set account_owner_id = ${successorId}::uuid, account_owner_name = ${name}
      where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
        and account_owner_id = ${userId}`.execute(tx);
    await sql`
      update listed_accounts
      set account_owner_id = ${successorId}::uuid, account_owner_name = ${name}
      where workspace_id = ${workspaceId} and account_id = any(${ids}::uuid[])
        and account_owner_id = ${userId}`.execute(tx);
    await noteEntries(tx, workspaceId, 'account', ids);
    await noteWorkspaceChanges(tx, [workspaceId]);
    return 'more';
  }
  // After the accounts: one that was deleted meanwhile is looked for where it is now.
  await sql`
    update deleted_accounts set account_owner_id = ${successorId}::uuid
    where workspace_id = ${workspaceId} and account_owner_id = ${userId}`.execute(tx);
  await sql`
    delete from owner_releases
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(tx);
  return 'done';
}

async function lockFree(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from workspace_accounts
    where workspace_id = ${workspaceId} and id = any(${accountIds}::uuid[])
    order by id for no key update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
