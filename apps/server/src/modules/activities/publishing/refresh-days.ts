import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { StoredSide } from '#platform/database/schema/activities.ts';
import type { Change } from './change.ts';

interface CountedDay {
  accountId: string;
  day: string;
  internal: number;
  external: number;
  total: number;
}

/**
 * Adds to the counts of each day what came and subtracts what went. Counting the days again would
 * take longer, the more was published on them before. The caller has locked the accounts, so that
 * no one else counts at the same time.
 */
export async function refreshDays(
  tx: Connection,
  workspaceId: string,
  changes: readonly Change[],
): Promise<void> {
  const days = differences(changes);
  if (days.length === 0) return;
  const given = sql`
    select ${workspaceId}::uuid, given.*
    from unnest(
      ${days.map(({ accountId }) => accountId)}::uuid[],
      ${days.map(({ day }) => day)}::date[],
      ${days.map(({ internal }) => internal)}::integer[],
      ${days.map(({ external }) => external)}::integer[],
      ${days.map(({ total }) => total)}::integer[]
    ) as given(account_id, day, internal, external, total)`;
  await sql`
    insert into account_days as stored (workspace_id, account_id, day, internal, external, total)
    ${given}
    on conflict (workspace_id, account_id, day) do update
      set (internal, external, total) = (stored.internal + excluded.internal,
        stored.external + excluded.external, stored.total + excluded.total)`.execute(tx);
  if (days.every(({ total }) => total > 0)) return;
  await sql`
    delete from account_days stored using (${given}) given
    where stored.workspace_id = ${workspaceId} and stored.account_id = given.account_id
      and stored.day = given.day and stored.total = 0
  `.execute(tx);
}

/** Computes by how much the counts of each day change; unchanged days are omitted. */
function differences(changes: readonly Change[]): CountedDay[] {
  const days = new Map<string, CountedDay>();
  const add = (accountId: string, day: string | null, side: StoredSide | null, by: 1 | -1) => {
    if (day === null) return;
    const key = `${accountId} ${day}`;
    const counted = days.get(key) ?? { accountId, day, internal: 0, external: 0, total: 0 };
    // An activity on both sides counts in both, and once in the total.
    if (side !== 'external') counted.internal += by;
    if (side !== 'internal') counted.external += by;
    counted.total += by;
    days.set(key, counted);
  };
  for (const { accountId, day, side, oldDay, oldSide } of changes) {
    add(accountId, day, side, 1);
    add(accountId, oldDay, oldSide, -1);
  }
  return [...days.values()].filter(
    ({ internal, external, total }) => internal !== 0 || external !== 0 || total !== 0,
  );
}
