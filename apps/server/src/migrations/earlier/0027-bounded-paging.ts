import { type Kysely, sql } from 'kysely';

/** Counts the pages of a listing, to detect a provider that never ends one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table sync_tasks
    add column pages integer not null default 0,
    -- A page token that came earlier, hashed: when it comes again, the listing goes in circles.
    add column earlier_token text,
    -- A listing that was stopped begins again then; until then nothing reads it.
    add column stopped_until timestamptz,
    add column stop_reason text`,
  // Pages of changes since the last complete round of changes.
  'alter table integrations add column change_pages integer not null default 0',
];
