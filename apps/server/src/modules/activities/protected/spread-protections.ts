import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { connectNames } from '../private/connect-names.ts';
import { reachCaptured } from '../private/reach-captured.ts';
import { type Protection, protectionName } from './protection.ts';

/*
 * A conversation follows the strictest of the protected addresses that take part in it in any role. As with private
 * conversations, it is everything of the user that shares a reference, directly or through other emails. Its references
 * are stored with each protection, so that what arrives later is recognized, and so that a protection can end by itself
 * (docs/decisions/protected-addresses.md).
 */

/** References of one conversation, and protections with addresses that take part in it. */
export interface ProtectedSeed {
  refs: readonly string[];
  protections: readonly Protection[];
}

/**
 * Stores protections with everything in the conversations of the seeds, together with the protections that these
 * conversations have already. The caller has locked the owner, and publishes the activities.
 *
 * @returns the keys of the captured activities that are newly protected, or otherwise than before.
 */
export async function spreadProtections(
  tx: Connection,
  ownerId: string,
  seeds: readonly ProtectedSeed[],
): Promise<string[]> {
  if (seeds.length === 0) return [];
  const connected = connectNames();
  const captured = await reachCaptured(tx, ownerId, {
    seeds: seeds.map(({ refs }) => refs),
    connected,
  });
  const refs = connected.names();
  const { rows: known } = await sql<Protection & { ref: string }>`
    select ref, workspace_id as "workspaceId", address, level from protected_refs
    where owner_id = ${ownerId} and ref = any(${refs}::uuid[])`.execute(tx);
  const byGroup = new Map<string, Map<string, Protection>>();
  const add = (ref: string, protection: Protection) => {
    const group = connected.groupOf(ref);
    const ofGroup = byGroup.get(group) ?? new Map<string, Protection>();
    byGroup.set(group, ofGroup.set(protectionName(protection), protection));
  };
  for (const { ref, ...protection } of known) add(ref, protection);
  for (const seed of seeds) {
    const [first] = seed.refs;
    if (first !== undefined) for (const protection of seed.protections) add(first, protection);
  }
  const given = refs.flatMap((ref) =>
    [...(byGroup.get(connected.groupOf(ref))?.values() ?? [])].map((one) => ({ ref, ...one })),
  );
  const { rows: changed } = await sql<{ ref: string }>`
    insert into protected_refs as stored (owner_id, ref, workspace_id, address, level)
    select ${ownerId}::uuid, given.* from unnest(
      ${given.map(({ ref }) => ref)}::uuid[],
      ${given.map(({ workspaceId }) => workspaceId)}::uuid[],
      ${given.map(({ address }) => address)}::text[],
      ${given.map(({ level }) => level)}::smallint[]
    ) as given(ref, workspace_id, address, level)
    on conflict (owner_id, ref, workspace_id, address) do update set level = excluded.level
      where stored.level <> excluded.level
    returning ref`.execute(tx);
  const isChanged = new Set(changed.map(({ ref }) => ref));
  return [...new Set(captured.map(({ key }) => key).filter((key) => isChanged.has(key)))];
}
