import { limits } from '@repo/contract/limits';
import type { ProtectedAddress } from '@repo/contract/protected-addresses';
import { protectionOfNumber } from '@repo/domain/sharing/protected-address';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { shownAddress } from '../shown-address.ts';
import { OF_USER } from '../protected-level.ts';

/** Lists the addresses and domains that a user protects, the last added first. */
export async function listProtected(db: Connection, ownerId: string): Promise<ProtectedAddress[]> {
  const { rows } = await sql<Stored>`
    select address, level, added_at as "addedAt" from protected_addresses
    where owner_id = ${ownerId}
    order by added_at desc, address
    limit ${limits.protectedAddresses}`.execute(db);
  if (rows.length === 0) return [];
  const counted = await countActivities(db, ownerId);
  return rows.map(({ address, level, addedAt }) => ({
    address: shownAddress(address),
    activityCount: counted.get(address) ?? 0,
    shares: protectionOfNumber(level),
    addedAt: addedAt.toISOString(),
  }));
}

/**
 * Counts the captured activities of each protected address. Both tables are read once and brought together by their
 * keys: right after a protection was added the planner takes its references for a few rows, and a join would look
 * through everything captured for each.
 */
async function countActivities(db: Connection, ownerId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ address: string; activities: number }>`
    select named.address, count(*) as activities
    from (
      select array_agg(address) filter (where address is not null) as addresses
      from (
        select ref, address from protected_refs
        where owner_id = ${ownerId} and workspace_id = ${OF_USER}
        union all
        select activity_key, null from captured_activities where owner_id = ${ownerId}
      ) each
      group by ref
      having bool_or(address is null) and bool_or(address is not null)
    ) found
    cross join lateral unnest(found.addresses) as named(address)
    group by named.address`.execute(db);
  return new Map(rows.map(({ address, activities }) => [address, activities]));
}

interface Stored {
  address: string;
  level: number;
  addedAt: Date;
}
