import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { textlessLevel } from './without-text.ts';
import { agedLevel } from './workspace-age.ts';

/** In place of a workspace where a user protects an address. */
export const OF_USER = '00000000-0000-0000-0000-000000000000';

/** The owner of a captured copy, the workspace that it is published in, and its activity. */
interface PublishedCopy {
  ownerId: RawBuilder<unknown>;
  workspaceId: RawBuilder<unknown>;
  activityKey: RawBuilder<unknown>;
}

/**
 * The number of the highest level at which a user's copies of an activity are published in a workspace, because of a
 * protected address in its conversation: -1 for nothing, null without one.
 */
export const protectedLevel = ({
  ownerId,
  workspaceId,
  activityKey,
}: PublishedCopy): RawBuilder<number> =>
  sql<number>`(
    select min(ref.level) from protected_refs ref
    where ref.owner_id = ${ownerId} and ref.ref = ${activityKey}
      and ref.workspace_id in (${sql.lit(OF_USER)}, ${workspaceId}))`;

/**
 * A share's level with such a protection, the retention of the workspace, and what is captured applied: null for
 * nothing. Belongs in a `cross join lateral` after the link of the copy.
 */
export const levelWithin = (
  level: RawBuilder<unknown>,
  copy: PublishedCopy & { capturedId: RawBuilder<unknown>; accountId: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`
  cross join lateral (
    select case when strictest.level < 0 then null else least(${level}, strictest.level) end as level
    from (select least(${protectedLevel(copy)}, ${agedLevel(copy)}, ${textlessLevel(copy)}) as level) strictest
    offset 0
  ) permitted`;

/** Reads the same for many copies on a cluster, where they are with their owners: by owner and activity. */
export async function readProtectedLevels(
  tx: Connection,
  workspaceId: string,
  copies: readonly { ownerId: string; activityKey: string }[],
): Promise<Map<string, number>> {
  if (copies.length === 0) return new Map();
  const { rows } = await sql<{ ownerId: string; ref: string; level: number }>`
    select owner_id as "ownerId", ref, min(level) as level from protected_refs
    where owner_id = any(${[...new Set(copies.map(({ ownerId }) => ownerId))]}::uuid[])
      and ref = any(${[...new Set(copies.map(({ activityKey }) => activityKey))]}::uuid[])
      and workspace_id = any(${[OF_USER, workspaceId]}::uuid[])
    group by owner_id, ref`.execute(tx);
  return new Map(rows.map(({ ownerId, ref, level }) => [`${ownerId} ${ref}`, level]));
}
