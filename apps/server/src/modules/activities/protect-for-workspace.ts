import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { keysAmong } from './protected/keys-among.ts';
import { hasLeft } from '#modules/users/require-not-left.ts';
import { findProtected, type Protection } from './protected/protection.ts';
import { spreadProtections } from './protected/spread-protections.ts';

/** A user's activities with a changed protection by a workspace. */
interface ChangedByWorkspace {
  /** More of these may be shown than before. */
  raised: string[];
  /** Less of these is shown than before. */
  lowered: string[];
}

/**
 * Compares everything that a user captured with the addresses that a workspace protects now, and stores what
 * follows for their conversations. Of a user who left the workspace nothing more is shown: protections that
 * ended still count. The caller has locked the owner, and publishes the activities.
 */
export async function protectForWorkspace(
  tx: Connection,
  ownerId: string,
  workspaceId: string,
): Promise<ChangedByWorkspace> {
  const { rows: protections } = await sql<Protection>`
    select workspace_id as "workspaceId", address, level from workspace_protected_addresses
    where workspace_id = ${workspaceId}`.execute(tx);
  const isLeft = await hasLeft(tx, { userId: ownerId, workspaceId });
  const { rows: stored } = await sql<{ ref: string; address: string; level: number }>`
    select ref, address, level from protected_refs
    where owner_id = ${ownerId} and workspace_id = ${workspaceId}`.execute(tx);
  const byAddress = new Map(
    protections.map((one) => [one.address, isLeft ? atMost(one, stored) : one]),
  );
  const { rows: ended } = await sql<{ ref: string }>`
    delete from protected_refs
    where owner_id = ${ownerId} and workspace_id = ${workspaceId}
      and address <> all(${[...byAddress.keys()]}::text[]) and not ${isLeft}::boolean
    returning ref`.execute(tx);
  const raised = await keysAmong(tx, ownerId, ended);
  if (protections.length === 0) return { raised, lowered: [] };
  const found = await findProtected(tx, ownerId, [...byAddress.keys()], 'open only');
  const known = stored.filter(({ address }) => byAddress.has(address));
  const seeds = [...found, ...known.map(({ ref, address }) => ({ refs: [ref], address }))];
  const changed = await spreadProtections(
    tx,
    ownerId,
    seeds.flatMap(({ refs, address }) => {
      const protection = byAddress.get(address);
      return protection === undefined ? [] : [{ refs, protections: [protection] }];
    }),
  );
  const isRaised = known.some(({ address, level }) => level < (byAddress.get(address)?.level ?? 0));
  return isRaised
    ? { raised: [...raised, ...changed], lowered: changed }
    : { raised, lowered: changed };
}

/** A protection at the level that was stored, where it allows more now. */
const atMost = (now: Protection, stored: readonly { address: string; level: number }[]) => ({
  ...now,
  level: Math.min(
    now.level,
    ...stored.flatMap(({ address, level }) => (address === now.address ? [level] : [])),
  ),
});

const nameOf = (workspaceId: string) => sql`hashtextextended(${`protections ${workspaceId}`}, 0)`;

/**
 * Keeps the protections of a workspace as they are until a share with it is stored. Belongs before accounts
 * are locked.
 */
export async function keepProtections(tx: Connection, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${nameOf(workspaceId)})`.execute(tx);
}

/**
 * Waits for shares with a workspace that are being stored, before its protections change: they would miss the
 * change.
 */
export async function lockProtections(tx: Connection, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${nameOf(workspaceId)})`.execute(tx);
}

/**
 * Applies a workspace's protections before a user's first share with it is stored, because its activities
 * follow the protections. The caller has called `keepProtections`.
 */
export async function protectBeforeSharing(
  tx: Connection,
  ownerId: string,
  workspaceId: string,
): Promise<void> {
  const { rows } = await sql`
    select from domain_shares
    where owner_id = ${ownerId} and workspace_id = ${workspaceId} limit 1`.execute(tx);
  if (rows.length === 0) await protectForWorkspace(tx, ownerId, workspaceId);
}
