import { limits } from '@repo/contract/limits';
import { businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { ownersNow } from '#modules/listed-accounts/owner-now.ts';
import { readRecentShares } from '../../today/read-recent-shares.ts';
import { readUsers } from '../../today/read-users.ts';
import type { FoundNotice, NoticeScope } from './found-notice.ts';

/** Shares of a workspace that are looked through, the newest. */
const MAX_SHARES = 5_000;

/**
 * Finds what colleagues shared, and still share, with accounts that the reader owns: one notice for each
 * colleague and day. Colleagues who have left are not named.
 */
export async function readShared(db: Connection, scope: NoticeScope): Promise<FoundNotice[]> {
  const { id: workspaceId, userId, timeZone, accounts, since } = scope;
  const colleagues = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '<>', userId)
    .execute();
  const shares = await readRecentShares(db, {
    workspaceId,
    userIds: colleagues.map(({ user_id }) => user_id),
    since,
    limit: MAX_SHARES,
  });
  if (shares.length === 0) return [];
  const { rows: owned } = await sql<{ id: string; name: string }>`
    select id, name from ${accounts} account
    where account_owner_id = any(${ownersNow(sql`${workspaceId}::uuid`, sql`${userId}::uuid`)})
      and id = any(${[...new Set(shares.map(({ accountId }) => accountId))]}::uuid[])`.execute(db);
  const names = new Map(owned.map(({ id, name }) => [id, name]));
  const found = shares.filter(({ accountId }) => names.has(accountId));
  const users = await readUsers(
    db,
    found.map((one) => one.userId),
  );
  const groups = Map.groupBy(found, (one) => `${one.userId} ${businessDayOf(one.at, timeZone)}`);
  return [...groups].map(([key, group]): FoundNotice => {
    const accountIds = [...new Set(group.map(({ accountId }) => accountId))];
    return {
      id: `share ${workspaceId} ${key}`,
      kind: 'share',
      at: new Date(Math.max(...group.map(({ at }) => at.getTime()))),
      workspace: scope.workspace,
      by: users.get(group[0]?.userId ?? '') ?? null,
      accounts: accountIds
        .slice(0, limits.noticeAccounts)
        .map((id) => ({ id, name: names.get(id) ?? '' })),
      total: accountIds.length,
      connection: null,
    };
  });
}
