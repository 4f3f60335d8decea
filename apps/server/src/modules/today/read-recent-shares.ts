import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

export interface RecentShare {
  userId: string;
  accountId: string;
  at: Date;
}

interface Wanted {
  workspaceId: string;
  /** The members whose shares are read. */
  userIds: readonly string[];
  since: Date;
  /** The most shares that are looked through, the newest. */
  limit: number;
}

/**
 * Reads the shares that members began since an instant, the newest first. Skips shares that show nothing, because
 * nothing is captured or all of it is private: a colleague must not learn of these (`listShares`).
 */
export async function readRecentShares(db: Connection, wanted: Wanted): Promise<RecentShare[]> {
  const { workspaceId, userIds, since, limit } = wanted;
  const { rows: shares } = await sql<RecentShare>`
    select owner_id as "userId", account_id as "accountId", shared_at as at
    from domain_shares
    where workspace_id = ${workspaceId} and shared_at > ${since}
      and owner_id = any(${userIds}::uuid[])
    order by shared_at desc limit ${limit}`.execute(db);
  if (shares.length === 0) return [];
  // On a cluster shares are stored with their users, and contributors with their workspace.
  const { rows: contributors } = await sql<{ userId: string; accountId: string }>`
    select user_id as "userId", account_id as "accountId" from account_contributors
    where workspace_id = ${workspaceId}
      and account_id = any(${[...new Set(shares.map(({ accountId }) => accountId))]}::uuid[])
      and user_id = any(${[...new Set(shares.map(({ userId }) => userId))]}::uuid[])`.execute(db);
  const contributing = new Set(
    contributors.map(({ userId, accountId }) => `${userId} ${accountId}`),
  );
  return shares.filter(({ userId, accountId }) => contributing.has(`${userId} ${accountId}`));
}
