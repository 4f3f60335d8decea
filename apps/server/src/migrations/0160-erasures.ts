import { type Kysely, sql } from 'kysely';

/** Contacts that were erased, so that they are not captured again (docs/decisions/erasure.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The key of the hashes below, encrypted with the key of the server. One row.
  `create table erasure_keys (
    id smallint primary key,
    sealed bytea not null,
    key_id text not null
  )`,
  `create table contact_erasures (
    id uuid primary key default uuidv7(),
    requested_at timestamptz not null default now(),
    finished_at timestamptz,
    -- The encrypted addresses, until it is finished.
    sealed bytea,
    key_id text,
    -- The user and the captured activity up to which it is finished.
    user_position uuid,
    captured_position uuid,
    -- How much was erased, by kind.
    counts jsonb not null default '{}'
  )`,
  `create table erased_contacts (
    -- A keyed hash of the address.
    hash bytea primary key,
    erased_at timestamptz not null default now()
  )`,
];
