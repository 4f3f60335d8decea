import { type Kysely, sql } from 'kysely';

/** Which process watches which mailbox for changes (docs/decisions/watched-mailboxes.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table watching_processes (
    id uuid primary key,
    -- Another process takes over what this one watches after it.
    alive_until timestamptz not null
  )`,
  `alter table integrations
    -- A process of the table above; one that is gone watches nothing.
    add column watched_by uuid,
    -- Null until the server has accepted the watch.
    add column watched_since timestamptz,
    -- The last hint of a change.
    add column hinted_at timestamptz,
    add column watch_failures smallint not null default 0,
    -- Not to be watched before.
    add column watch_again_at timestamptz`,
  `create index integrations_watched_by on integrations (watched_by) where watched_by is not null`,
];
