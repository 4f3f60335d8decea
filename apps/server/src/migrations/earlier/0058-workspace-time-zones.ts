import { type Kysely, sql } from 'kysely';

/** Time zones of workspaces (docs/decisions/workspace-time-zone.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table workspace_time_zones (
    -- Workspaces without a row have days of America/New_York.
    workspace_id uuid primary key references workspaces on delete cascade,
    -- The time zone of the stored days.
    time_zone text not null
  )`,
  `create table time_zone_changes (
    workspace_id uuid primary key references workspaces on delete cascade,
    -- The time zone that was chosen, and that of the stored days once the job has moved them.
    time_zone text not null,
    requested_at timestamptz not null default now()
  )`,
];
