import { limits } from '@repo/contract/limits';
import type { StatusWorkspace } from '@repo/contract/server-status';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { readTableSize } from '#platform/database/distribution/read-table-size.ts';

export interface WorkspaceStorage {
  measuredAt: string;
  /** The table of activities with its indexes. */
  bytes: number;
  workspaces: StatusWorkspace[];
  /** Workspaces that are not listed. */
  others: number;
}

/**
 * Estimates how much each workspace stores: its share of the activities, which the accounts count, of the
 * size of their table. Reads one small row for each account.
 */
export async function measureStorage(db: Connection): Promise<WorkspaceStorage> {
  const { rows: counted } = await sql<{ id: string; activities: number }>`
    select workspace_id as id, sum(activity_count)::float8 as activities
    from workspace_accounts group by workspace_id having sum(activity_count) > 0
    order by activities desc, id`.execute(db);
  const bytes = await readTableSize(db, 'account_activities');
  const all = counted.reduce((sum, { activities }) => sum + activities, 0);
  const shown = counted.slice(0, limits.statusRows);
  const names = await readNames(
    db,
    shown.map(({ id }) => id),
  );
  return {
    measuredAt: new Date().toISOString(),
    bytes,
    workspaces: shown.map(({ id, activities }) => ({
      id,
      name: names.get(id) ?? '',
      activities,
      bytes: Math.round((bytes * activities) / all),
    })),
    others: counted.length - shown.length,
  };
}

async function readNames(
  db: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const MAX_AGE_MS = 3_600_000;

/** Measures at most once an hour, however many look; a failure is not kept. */
export function measureStorageHourly(db: Connection): () => Promise<WorkspaceStorage> {
  let last: { at: number; result: Promise<WorkspaceStorage> } | undefined;
  return () => {
    if (last !== undefined && performance.now() - last.at < MAX_AGE_MS) return last.result;
    const result = measureStorage(db);
    last = { at: performance.now(), result };
    result.catch(() => {
      last = undefined;
    });
    return result;
  };
}
