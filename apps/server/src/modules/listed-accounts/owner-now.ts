import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * The owner of an account, while the accounts of someone who left are still being given up
 * (`releaseOwnedAccounts`): the successor, or null. Everything that reads `account_owner_id` for someone uses this
 * or `ownersNow`.
 *
 * @param stored the stored `account_owner_id`.
 */
export const ownerNow = (
  workspaceId: RawBuilder<unknown>,
  stored: RawBuilder<unknown>,
): RawBuilder<string | null> => sql<string | null>`(
  select case when released.user_id is null then given.id else released.successor_id end
  from (select ${stored} as id) given
  left join owner_releases released
    on released.workspace_id = ${workspaceId} and released.user_id = given.id)`;

/**
 * The ids that are stored with accounts of an owner, as an array: their own, and those of users who left the
 * accounts to them.
 */
export const ownersNow = (
  workspaceId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<string[]> => sql<string[]>`array(
  select given.id from (select ${userId} as id) given
  where not exists (
    select from owner_releases released
    where released.workspace_id = ${workspaceId} and released.user_id = given.id)
  union all
  select released.user_id from owner_releases released
  where released.workspace_id = ${workspaceId}
    and released.successor_id = ${userId})`;

/** The ids that are stored with accounts of no one: of users who left them to no one. */
export const ownersGone = (workspaceId: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`array(
  select released.user_id from owner_releases released
  where released.workspace_id = ${workspaceId} and released.successor_id is null)`;

/**
 * Users whose accounts of a workspace are still being given up. They own nothing new until the end, since it would
 * be given up too.
 */
export async function findReleasing(
  tx: Connection,
  workspaceId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from owner_releases
    where workspace_id = ${workspaceId} and user_id = any(${userIds}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
