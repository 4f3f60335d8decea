import { plural } from '@repo/domain/text/plural';
import { isTimeZone } from '@repo/domain/time/time-zone';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Connection } from './create-database.ts';
import { listTimeZones } from './workspace-time.ts';

/** A time zone of workspaces with which no day can be computed here. */
export interface UnusableTimeZone {
  timeZone: string;
  workspaceIds: string[];
}

/** In lower case. Looking a name up, PostgreSQL reads the files of all time zones. */
const knownByDatabase = new Set<string>();

/**
 * Lists the time zones of workspaces that this Node.js or this PostgreSQL does not know: another
 * version of them stored it, or someone who wrote to the database.
 */
export async function listUnusableTimeZones(db: Connection): Promise<UnusableTimeZone[]> {
  const all = await listTimeZones(db);
  const unchecked = all
    .map((timeZone) => timeZone.toLowerCase())
    .filter((name) => !knownByDatabase.has(name));
  if (unchecked.length > 0) {
    const { rows: known } = await sql<{ name: string }>`
      select lower(name) as name from pg_timezone_names where lower(name) = any(${unchecked}::text[])`.execute(
      db,
    );
    for (const { name } of known) knownByDatabase.add(name);
  }
  const unusable = all.filter(
    (timeZone) => !isTimeZone(timeZone) || !knownByDatabase.has(timeZone.toLowerCase()),
  );
  if (unusable.length === 0) return [];
  // Grouped here: a cluster does not order what it aggregates over its nodes.
  const { rows } = await sql<{ timeZone: string; id: string }>`
    select time_zone as "timeZone", workspace_id as id from workspace_time_zones
    where time_zone = any(${unusable}::text[]) order by time_zone, workspace_id`.execute(db);
  return [...Map.groupBy(rows, ({ timeZone }) => timeZone)].map(([timeZone, found]) => ({
    timeZone,
    workspaceIds: found.map(({ id }) => id),
  }));
}

/** The workspaces for which this server cannot compute days. */
export async function listUnusableWorkspaces(db: Connection): Promise<Set<string>> {
  const unusable = await listUnusableTimeZones(db);
  return new Set(unusable.flatMap(({ workspaceIds }) => workspaceIds));
}

/** Describes the problem with such a time zone, and its solution. */
export const describeUnusable = ({ timeZone, workspaceIds }: UnusableTimeZone): string =>
  `there is no time zone "${timeZone}" here, which ${workspaceIds.length === 1 ? 'a workspace has' : plural(workspaceIds.length, 'workspace has', 'workspaces have')} (${workspaceIds.slice(0, 3).join(', ')}). What changes with the day is not brought up to date there. Choose another one in the settings of the workspace.`;

/** Creates a function that logs each unusable time zone once. */
export function createTimeZoneReport(): (
  db: Connection,
  log: Pick<Context['log'], 'error'>,
) => Promise<void> {
  const reported = new Set<string>();
  return async (db, log) => {
    for (const unusable of await listUnusableTimeZones(db)) {
      if (reported.has(unusable.timeZone)) continue;
      reported.add(unusable.timeZone);
      log.error(unusable, describeUnusable(unusable));
    }
  };
}
