import { type Kysely, sql } from 'kysely';

/** Files with emails that users upload (docs/decisions/mail-files.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table mail_files (
    owner_id uuid not null references users on delete cascade,
    id uuid not null default gen_random_uuid(),
    name text not null,
    size bigint not null,
    -- Bytes that arrived.
    received bigint not null default 0,
    state text not null default 'uploading' check (state in
      ('uploading', 'checking', 'ready', 'importing', 'finished', 'failed')),
    -- Items that are checked or imported, and the bytes of the file up to there.
    items integer not null default 0,
    bytes_read bigint not null default 0,
    found integer not null default 0,
    concerned integer not null default 0,
    imported integer not null default 0,
    excluded integer not null default 0,
    unreadable integer not null default 0,
    -- Emails by tracked domain.
    domains jsonb not null default '{}',
    since timestamptz,
    until timestamptz,
    -- The first items that could not be read.
    problems jsonb not null default '[]',
    message text,
    lease_id uuid,
    lease_until timestamptz,
    -- Files wait for their turn in the order of the last one.
    turn_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    -- When a part arrived, or something was read.
    changed_at timestamptz not null default now(),
    finished_at timestamptz,
    primary key (owner_id, id)
  )`,
  `create index mail_files_waiting on mail_files (turn_at)
    where state in ('checking', 'importing')`,
];
