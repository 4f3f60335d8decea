import { type Kysely, sql } from 'kysely';

/** Passkeys of users (docs/decisions/second-factor.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table passkeys (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    credential_id bytea not null unique,
    -- In the form of COSE.
    public_key bytea not null,
    -- How often the authenticator says it was used; zero if it does not count.
    sign_count bigint not null,
    -- Whether it checked who holds it when it was added.
    verifies_user boolean not null,
    -- The host name that it belongs to.
    rp_id text not null,
    -- How browsers reach it.
    transports text[] not null,
    name text not null,
    added_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  'create index passkeys_user on passkeys (user_id)',
];
