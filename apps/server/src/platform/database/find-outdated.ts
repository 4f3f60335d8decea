import { type BusinessDay, businessDayOf } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { Connection } from './create-database.ts';
import { listUnusableTimeZones } from './unusable-time-zones.ts';
import { listTimeZones, workspacesIn } from './workspace-time.ts';

/** A workspace, and today in its time zone. */
export interface WorkspaceDay {
  workspaceId: string;
  today: BusinessDay;
}

/** A table with rows of workspaces that are outdated from a day on, and an index of day and workspace. */
export interface OutdatedRows {
  table: 'listed_accounts' | 'account_relationships';
  /** The column with that day. */
  from: 'recent_until' | 'days_in_touch_until';
}

/**
 * Finds the workspaces with outdated rows, on this day in their time zone. One look at the index tells
 * whether anything can be outdated anywhere. Then each workspace is looked up in it, so that rows are not
 * read of workspaces in which the day has not begun. A workspace with an unknown time zone is skipped, so
 * that it does not stop the others.
 */
export async function* findOutdated(
  db: Connection,
  { table, from }: OutdatedRows,
  now: Date,
): AsyncGenerator<WorkspaceDay> {
  const { rows } = await sql<{ first: string | null }>`
    select min(${sql.ref(from)})::text as first from ${sql.table(table)}`.execute(db);
  const first = rows[0]?.first;
  // Dates as text are in the order of time, infinite ones as well.
  if (first === undefined || first === null) return;
  const unusable = new Set((await listUnusableTimeZones(db)).map(({ timeZone }) => timeZone));
  const usable = (await listTimeZones(db)).filter((timeZone) => !unusable.has(timeZone));
  const days = Map.groupBy(usable, (timeZone) => businessDayOf(now, timeZone));
  for (const [today, timeZones] of days) {
    if (first > today) continue;
    for await (const workspaceIds of workspacesIn(db, timeZones)) {
      const { rows: outdated } = await sql<{ workspaceId: string }>`
        select distinct workspace_id as "workspaceId" from ${sql.table(table)}
        where ${sql.ref(from)} <= ${today} and workspace_id = any(${workspaceIds}::uuid[])
        order by workspace_id`.execute(db);
      for (const { workspaceId } of outdated) yield { workspaceId, today };
    }
  }
}
