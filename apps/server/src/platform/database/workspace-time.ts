import { type BusinessDay, businessDayOf, businessTimeZone } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from './create-database.ts';
import { pagesOfIds } from '../paging/pages-of-ids.ts';

/*
 * The days of a workspace are those of its time zone (docs/decisions/workspace-time-zone.md). Only a
 * workspace with another zone than `businessTimeZone` has a row in `workspace_time_zones`.
 */

export const timeZoneOf = (workspaceId: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  coalesce(
    (select time_zone from workspace_time_zones where workspace_id = ${workspaceId}),
    ${sql.lit(businessTimeZone)})`;

/** The day of an instant in a workspace, in a statement; a subquery, so that it is evaluated once. */
export const dayIn = (
  workspaceId: RawBuilder<unknown>,
  instant: RawBuilder<unknown>,
): RawBuilder<BusinessDay> => sql<BusinessDay>`
  (select (${instant} at time zone ${timeZoneOf(workspaceId)})::date)`;

/** Today in a workspace, in a statement. */
export const todayIn = (workspaceId: RawBuilder<unknown>) => dayIn(workspaceId, sql`now()`);

export async function readTimeZone(db: Connection, workspaceId: string): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`
    select ${timeZoneOf(sql`${workspaceId}`)} as "timeZone"`.execute(db);
  return rows[0]?.timeZone ?? businessTimeZone;
}

/** The time zone that was chosen while the days are not moved to it yet; undefined if there is none. */
export async function readRequestedTimeZone(
  db: Connection,
  workspaceId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('time_zone_changes')
    .select('time_zone')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.time_zone;
}

export async function readToday(
  db: Connection,
  workspaceId: string,
  now = new Date(),
): Promise<BusinessDay> {
  return businessDayOf(now, await readTimeZone(db, workspaceId));
}

/** The time zones of all workspaces, each once. */
export async function listTimeZones(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ timeZone: string }>`
    select distinct time_zone as "timeZone" from workspace_time_zones`.execute(db);
  return [...new Set([businessTimeZone, ...rows.map(({ timeZone }) => timeZone)])];
}

/** Workspaces that are read at once. */
const PAGE_SIZE = 1_000;

/** The workspaces with one of these time zones, a page at a time. */
export const workspacesIn = (
  db: Connection,
  timeZones: readonly string[],
): AsyncGenerator<string[]> =>
  pagesOfIds(PAGE_SIZE, (after) =>
    sql<{ id: string }>`
      select workspaces.id from workspaces
      left join workspace_time_zones chosen on chosen.workspace_id = workspaces.id
      where coalesce(chosen.time_zone, ${sql.lit(businessTimeZone)}) = any(${timeZones}::text[])
        and workspaces.id > ${after}
      order by workspaces.id limit ${PAGE_SIZE}`.execute(db),
  );
