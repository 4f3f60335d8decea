import { type Kysely, sql } from 'kysely';

/** Personal API keys (docs/decisions/api-keys.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table api_keys (
    id uuid primary key default uuidv7(),
    user_id uuid not null references users on delete cascade,
    name text not null,
    -- SHA-256 of the whole key.
    token_hash bytea not null unique,
    -- Its first characters, to recognize it by.
    start text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz,
    last_used_from text,
    -- The networks that it was used from, as in the audit log.
    networks text[] not null default '{}',
    revoked_at timestamptz
  )`,
  'create index api_keys_user on api_keys (user_id)',
];
