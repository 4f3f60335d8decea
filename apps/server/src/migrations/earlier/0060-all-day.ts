import { type Kysely, sql } from 'kysely';

/** Meetings that take whole days (docs/decisions/workspace-time-zone.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Until now, whole days were stored as midnight in New York, like any other time. What begins and ends
 * at it is taken for them.
 */
const takesWholeDays = `type = 'calendar' and end_time > start_time
  and (start_time at time zone 'America/New_York')::time = '00:00'
  and (end_time at time zone 'America/New_York')::time = '00:00'`;

const statements = [
  'alter table captured_activities add column is_all_day boolean not null default false',
  'alter table account_activities add column is_all_day boolean not null default false',
  `update captured_activities set is_all_day = true where ${takesWholeDays}`,
  // In other time zones they are published again, with the days that they have.
  `insert into account_refreshes (workspace_id, account_id)
  select distinct workspace_id, account_id from account_activities
  where workspace_id in (select workspace_id from workspace_time_zones) and ${takesWholeDays}
  on conflict do nothing`,
  `update account_activities set is_all_day = true
  where workspace_id not in (select workspace_id from workspace_time_zones) and ${takesWholeDays}`,
];
