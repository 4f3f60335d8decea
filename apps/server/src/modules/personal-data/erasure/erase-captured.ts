import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { SEARCHED_COLUMNS } from '#modules/activities/erased-contacts.ts';
import { addressesIn } from '#modules/activities/named-addresses.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { removeCaptured } from '../../activities/remove-captured.ts';
import { mayName } from './may-name.ts';

/** Captured activities that a step looks through. */
export const WINDOW_SIZE = 1_000;
/** Activities with all of their texts in memory at once. */
const READ_AT_ONCE = 25;

interface Found {
  id: string;
  provider: string;
  source: string;
  externalId: string;
}

interface Step {
  userId: string;
  after: string | null;
  addresses: readonly string[];
}

/**
 * Removes the next captured activities of a user that name an address, including their published rows.
 *
 * @returns how many were removed, and the last that was looked at; undefined after the user's last one.
 */
export async function eraseCaptured(
  tx: Connection,
  { userId, after, addresses }: Step,
  windowSize = WINDOW_SIZE,
): Promise<{ removed: number; last: string | undefined }> {
  await lockOwner(tx, userId);
  const columns = sql.join(SEARCHED_COLUMNS.map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: string; mayName: boolean }>`
    select captured.id, ${mayName(sql`texts`, addresses)} as "mayName"
    from (
      select * from captured_activities
      where owner_id = ${userId} and id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      order by id limit ${windowSize}
    ) captured
    cross join lateral (
      select concat_ws(' ', ${columns}, (${sentencesOf(userId)})) as texts offset 0
    ) searched
    order by captured.id`.execute(tx);
  const ids = rows.flatMap((row) => (row.mayName ? [row.id] : []));
  const found: Found[] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    found.push(...(await readNaming(tx, userId, ids.slice(at, at + READ_AT_ONCE), addresses)));
  }
  const bySource = Map.groupBy(found, ({ provider, source }) => JSON.stringify([provider, source]));
  let removed = 0;
  for (const copies of bySource.values()) {
    const [{ provider = '', source = '' } = {}] = copies;
    const externalIds = copies.map(({ externalId }) => externalId);
    removed += await removeCaptured(tx, { ownerId: userId, provider, source }, externalIds);
  }
  return { removed, last: rows.length < windowSize ? undefined : rows.at(-1)?.id };
}

const sentencesOf = (userId: string) => sql`
  select sentences from call_transcripts where owner_id = ${userId} and captured_id = captured.id`;

async function readNaming(
  tx: Connection,
  userId: string,
  ids: readonly string[],
  addresses: readonly string[],
): Promise<Found[]> {
  const columns = sql.join(SEARCHED_COLUMNS.map((column) => sql.ref(column)));
  const { rows } = await sql<Found & { parts: unknown }>`
    select id, provider, source, external_id as "externalId",
      jsonb_build_array(${columns}, (${sentencesOf(userId)})) as parts
    from captured_activities captured
    where owner_id = ${userId} and id = any(${ids}::uuid[])`.execute(tx);
  return rows.filter(({ parts }) => {
    const named = addressesIn(parts);
    return addresses.some((address) => named.has(address));
  });
}
