import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { type LinkedActivity, linksOfActivities } from '../capturing/links.ts';
import type { Stored } from '../capturing/store-captured.ts';
import { protectionsOf, readProtections } from './protection.ts';
import { spreadProtections } from './spread-protections.ts';

/**
 * Protects newly captured activities when a protected address takes part in them, or in the conversation that
 * they continue. The caller has stored their links, and publishes afterwards.
 *
 * @returns the links of newly protected activities, including earlier emails of these conversations.
 */
export async function protectCaptured(
  tx: Connection,
  ownerId: string,
  captured: readonly Stored[],
): Promise<LinkedActivity[]> {
  if (captured.length === 0) return [];
  const refsOf = ({ row }: Stored) => [row.activity_key, ...row.thread_refs];
  const protections = await readProtections(tx, ownerId);
  const { rows } = await sql<{ ref: string }>`
    select distinct ref from protected_refs
    where owner_id = ${ownerId} and ref = any(${captured.flatMap(refsOf)}::uuid[])`.execute(tx);
  const known = new Set(rows.map(({ ref }) => ref));
  const seeds = captured
    .map((one) => ({ refs: refsOf(one), protections: protectionsOf(one, protections) }))
    .filter((seed) => seed.protections.length > 0 || seed.refs.some((ref) => known.has(ref)));
  const keys = await spreadProtections(tx, ownerId, seeds);
  return keys.length === 0 ? [] : linksOfActivities(tx, ownerId, keys);
}
