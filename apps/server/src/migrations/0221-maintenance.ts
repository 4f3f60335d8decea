import { type Kysely, sql } from 'kysely';

/** Maintenance mode: while there is a row, the servers accept no changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table maintenance (
    -- There is one row at most.
    id boolean primary key default true check (id),
    began_at timestamptz not null default now(),
    -- When it is expected to end; unknown when null.
    ends_at timestamptz,
    -- What users read.
    message text not null
  )`,
    )
    .execute(db);
}
