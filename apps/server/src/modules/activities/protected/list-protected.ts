import { limits } from '@repo/contract/limits';
import type { ProtectedAddress } from '@repo/contract/protected-addresses';
import { protectionOfNumber } from '@repo/domain/sharing/protected-address';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { shownAddress } from './shown-address.ts';
import { OF_USER } from './protected-level.ts';

/** Lists the addresses and domains that a user protects, the last added first. */
export async function listProtected(db: Connection, ownerId: string): Promise<ProtectedAddress[]> {
  const { rows } = await sql<Omit<ProtectedAddress, 'shares' | 'addedAt'> & Stored>`
    select one.address, one.level, one.added_at as "addedAt",
      coalesce(counted.activities, 0)::integer as "activityCount"
    from protected_addresses one
    left join (
      select ref.address, count(distinct ref.ref) as activities
      from protected_refs ref
      join captured_activities captured
        on captured.owner_id = ref.owner_id and captured.activity_key = ref.ref
      where ref.owner_id = ${ownerId} and ref.workspace_id = ${OF_USER}
      group by ref.address
    ) counted on counted.address = one.address
    where one.owner_id = ${ownerId}
    order by one.added_at desc, one.address
    limit ${limits.protectedAddresses}`.execute(db);
  return rows.map(({ address, level, addedAt, activityCount }) => ({
    address: shownAddress(address),
    activityCount,
    shares: protectionOfNumber(level),
    addedAt: addedAt.toISOString(),
  }));
}

interface Stored {
  level: number;
  addedAt: Date;
}
