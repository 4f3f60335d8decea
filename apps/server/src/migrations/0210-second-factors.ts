import { type Kysely, sql } from 'kysely';

/** Second factors, and what a session remembers of its sign-in (docs/decisions/second-factor.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A process of the version before opens sessions by password alone, which proves who signs in.
  `alter table sessions
    add column opened_with text not null default 'password',
    add column proven_at timestamptz not null default 'epoch'`,
  'alter table sessions alter column proven_at set default now()',
  `create table authenticator_apps (
    user_id uuid primary key references users on delete cascade,
    -- The secret, sealed.
    secret bytea not null,
    secret_key_id text not null,
    -- The time step of the last accepted code: a code is accepted once.
    last_step bigint not null,
    added_at timestamptz not null default now(),
    last_used_at timestamptz
  )`,
  'create index authenticator_apps_key on authenticator_apps (secret_key_id)',
  `create table recovery_codes (
    user_id uuid references users on delete cascade,
    -- SHA-256 of the user and the code. A used one is deleted.
    code_hash bytea,
    primary key (user_id, code_hash)
  )`,
];
