import type { OwnAccount } from '@repo/contract/own-accounts';
import { limits } from '@repo/contract/limits';
import { plural } from '@repo/domain/text/plural';
import { type RawBuilder, sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { limitReached, notFound } from '#platform/http/app-error.ts';
import { readerIn } from '../../auth/session-reader.ts';
import { visibleAccounts } from '../../auth/visible-accounts.ts';
import { findMembership } from '../../users/find-membership.ts';
import { lockMembership } from '../../users/lock-membership.ts';
import { requireAccount } from '../reading/find-account.ts';

interface Member {
  workspaceId: string;
  userId: string;
}

/** Lists a member's favourites and last opened accounts in a workspace, without deleted ones. */
export async function readOwnAccounts(
  db: Connection,
  { workspaceId, userId }: Member,
): Promise<{ favourites: OwnAccount[]; recent: OwnAccount[] }> {
  if (!(await findMembership(db, userId, workspaceId))) throw notFound('Workspace');
  const accounts = visibleAccounts(await readerIn(db, userId, workspaceId));
  const { rows } = await sql<OwnAccount & { isFavourite: boolean; visitedAt: Date | null }>`
    select account.id, account.name, own.favourite_at is not null as "isFavourite",
      own.visited_at as "visitedAt"
    from own_accounts own
    join ${accounts} account
      on account.workspace_id = own.workspace_id and account.id = own.account_id
    where own.workspace_id = ${workspaceId} and own.user_id = ${userId}
    order by account.name, account.id`.execute(db);
  const named = ({ id, name }: OwnAccount) => ({ id, name });
  return {
    favourites: rows
      .filter(({ isFavourite }) => isFavourite)
      .slice(0, limits.favourites)
      .map(named),
    recent: rows
      .filter(({ visitedAt }) => visitedAt !== null)
      .toSorted((one, other) => Number(other.visitedAt) - Number(one.visitedAt))
      .slice(0, limits.recentAccounts)
      .map(named),
  };
}

/**
 * Marks accounts as favourites of a member, or unmarks them: all of them, or none if that would be too
 * many.
 *
 * @throws AppError NOT_FOUND for a user who is not a member; LIMIT_REACHED
 */
export async function changeFavourites(
  db: Database,
  member: Member,
  { accountIds, isFavourite }: { accountIds: readonly string[]; isFavourite: boolean },
): Promise<void> {
  const { workspaceId, userId } = member;
  await db.transaction().execute(async (tx) => {
    await lockMembership(tx, member);
    const accounts = visibleAccounts(await readerIn(tx, userId, workspaceId));
    if (!isFavourite) {
      await sql`
        update own_accounts set favourite_at = null
        where workspace_id = ${workspaceId} and user_id = ${userId}
          and account_id = any(${accountIds}::uuid[])`.execute(tx);
      return prune(tx, member);
    }
    await sql`
      insert into own_accounts as own (workspace_id, user_id, account_id, favourite_at)
      select account.workspace_id, ${userId}::uuid, account.id, now()
      from ${accounts} account
      where account.workspace_id = ${workspaceId} and account.id = any(${accountIds}::uuid[])
      order by account.id
      on conflict (workspace_id, user_id, account_id)
        do update set favourite_at = coalesce(own.favourite_at, excluded.favourite_at)`.execute(tx);
    await requireCapacity(tx, member, accounts);
  });
}

/** Records that a member has opened an account. */
export async function visitAccount(
  db: Database,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> {
  const { workspaceId } = await requireAccount(db, userId, accountId);
  await db.transaction().execute(async (tx) => {
    await lockMembership(tx, { workspaceId, userId });
    await sql`
      insert into own_accounts (workspace_id, user_id, account_id, visited_at)
      values (${workspaceId}, ${userId}, ${accountId}, now())
      on conflict (workspace_id, user_id, account_id) do update
        set visited_at = excluded.visited_at`.execute(tx);
    await prune(tx, { workspaceId, userId });
  });
}

/** Deletes all visits but the last ones, and rows without a mark or a visit. */
async function prune(tx: Connection, { workspaceId, userId }: Member): Promise<void> {
  await sql`
    update own_accounts set visited_at = null
    where workspace_id = ${workspaceId} and user_id = ${userId} and visited_at < (
      select visited_at from own_accounts
      where workspace_id = ${workspaceId} and user_id = ${userId} and visited_at is not null
      order by visited_at desc offset ${sql.lit(limits.recentAccounts - 1)} limit 1)`.execute(tx);
  await sql`
    delete from own_accounts
    where workspace_id = ${workspaceId} and user_id = ${userId}
      and favourite_at is null and visited_at is null`.execute(tx);
}

/** Favourites of deleted accounts are kept for a restoration, unless there is no room for them. */
async function requireCapacity(
  tx: Connection,
  member: Member,
  accounts: RawBuilder<unknown>,
): Promise<void> {
  const limit = limits.favourites;
  if ((await countFavourites(tx, member)) <= limit) return;
  const { workspaceId, userId } = member;
  await sql`
    delete from own_accounts
    where workspace_id = ${workspaceId} and user_id = ${userId} and account_id not in (
      select id from ${accounts} account where account.workspace_id = ${workspaceId})`.execute(tx);
  const current = await countFavourites(tx, member);
  if (current <= limit) return;
  throw limitReached({
    message: `You can have at most ${plural(limit, 'favourite')} in a workspace. Remove some first.`,
    limit,
    current,
  });
}

async function countFavourites(tx: Connection, { workspaceId, userId }: Member): Promise<number> {
  const { rows } = await sql<{ current: number }>`
    select count(*)::int as current from own_accounts
    where workspace_id = ${workspaceId} and user_id = ${userId} and favourite_at is not null`.execute(
    tx,
  );
  return rows[0]?.current ?? 0;
}

/** Moves the favourites of a merged account to the account that it was merged into. */
export async function moveOwnAccounts(
  tx: Connection,
  { workspaceId, fromId, intoId }: { workspaceId: string; fromId: string; intoId: string },
): Promise<void> {
  await sql`
    insert into own_accounts as own (workspace_id, user_id, account_id, favourite_at, visited_at)
    select workspace_id, user_id, ${intoId}::uuid, favourite_at, visited_at
    from own_accounts
    where workspace_id = ${workspaceId} and account_id = ${fromId}
    on conflict (workspace_id, user_id, account_id) do update
    set favourite_at = coalesce(own.favourite_at, excluded.favourite_at),
      visited_at = greatest(own.visited_at, excluded.visited_at)`.execute(tx);
  await sql`
    delete from own_accounts
    where workspace_id = ${workspaceId} and account_id = ${fromId}`.execute(tx);
}
