import { type Kysely, sql } from 'kysely';

/** Scheduled backups of the database, and whether they could be restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table backups (
    id uuid primary key default gen_random_uuid(),
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    -- 'good' once it was restored into a scratch database.
    state text not null default 'running' check (state in ('running', 'good', 'failed')),
    -- The name of the file in BACKUP_DIR.
    file text not null,
    bytes bigint,
    rows bigint,
    -- What happened to a failed one, and what to do.
    problem text
  )`,
    )
    .execute(db);
  await sql.raw('create index backups_started on backups (started_at)').execute(db);
}
