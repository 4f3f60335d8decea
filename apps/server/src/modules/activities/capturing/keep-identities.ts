import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { ActivityToCapture } from '../activity-to-capture.ts';
import { activityKey, type CapturedRow } from '../to-captured-row.ts';
import { findColleagues } from './find-colleagues.ts';

/**
 * Gives emails that an earlier version read in another way the identity of their stored copy: the user's own,
 * or that of someone in the same workspace. So its published id, and links to it, stay valid, and the right
 * text replaces that of a copy captured again.
 *
 * @param rows the activities' rows.
 * @param domains the domains that the activities concern.
 * @returns the rows with their final identities, each external id once.
 */
export async function keepIdentities(
  tx: Connection,
  ownerId: string,
  activities: readonly ActivityToCapture[],
  { rows, domains }: { rows: readonly CapturedRow[]; domains: readonly string[] },
): Promise<readonly CapturedRow[]> {
  const formers = new Map(
    activities.flatMap(({ externalId, type, former }) =>
      former ? [[externalId, { ...former, key: activityKey(type, former.key) }] as const] : [],
    ),
  );
  if (formers.size === 0 || domains.length === 0) return rows;
  const keys = [...formers.values()].map(({ key }) => key);
  const stored = await findStored(tx, ownerId, { keys, domains });
  if (stored.size === 0) return rows;
  const kept = new Map<string, CapturedRow>();
  for (const row of rows) {
    const former = formers.get(row.external_id);
    const isStored = former !== undefined && stored.has(former.key);
    // Two emails may have looked like one when no text of theirs could be read. The second one keeps its own
    // identity.
    const id = isStored ? (former.externalId ?? row.external_id) : row.external_id;
    if (isStored && !kept.has(id)) {
      kept.set(id, { ...row, activity_key: former.key, external_id: id });
    } else kept.set(row.external_id, row);
  }
  return [...kept.values()];
}

/** Finds the keys that are stored for one of the domains, by the user or someone in the user's workspaces. */
async function findStored(
  tx: Connection,
  ownerId: string,
  { keys, domains }: { keys: readonly string[]; domains: readonly string[] },
): Promise<Set<string>> {
  const owners = await findColleagues(tx, ownerId);
  const { rows } = await sql<{ key: string }>`
    select distinct link.activity_key as key
    from domains domain
    join captured_activity_domains link
      on link.owner_id = domain.owner_id and link.domain_id = domain.id
    where domain.owner_id = any(${owners}::uuid[]) and domain.domain = any(${domains}::text[])
      and link.owner_id = any(${owners}::uuid[]) and link.activity_key = any(${keys}::uuid[])`.execute(
    tx,
  );
  return new Set(rows.map(({ key }) => key));
}
