import { type Kysely, sql } from 'kysely';

/** What changed in a workspace, for software that follows it (docs/decisions/following-changes.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table changed_entries (
    workspace_id uuid,
    id uuid default uuidv7(),
    kind text not null check (kind in ('account', 'activity', 'person')),
    entry_id uuid not null,
    -- Given by the first reader after the commit. Null until then.
    number bigint,
    changed_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, id)
  )`,
  `create index changed_entries_number on changed_entries (workspace_id, kind, number)
    where number is not null`,
  'create index changed_entries_waiting on changed_entries (workspace_id, id) where number is null',
  'create index changed_entries_time on changed_entries (workspace_id, changed_at)',
  `create table change_positions (
    workspace_id uuid primary key,
    -- Cursors of another epoch are of another list.
    epoch uuid not null default gen_random_uuid(),
    last_number bigint not null default 0,
    -- The highest number that was removed.
    removed_through bigint not null default 0
  )`,
];
