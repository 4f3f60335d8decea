import { type Kysely, sql } from 'kysely';

/**
 * OAuth grants that wait until the user who started the connection confirms it, and the reasons for
 * which a provider refuses this server itself, for its operators.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table pending_grants (
    -- SHA-256 of the one-time value that confirms it.
    confirm_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    provider text not null,
    -- The mailbox or calendar that was granted.
    source text not null,
    credentials bytea not null,
    credentials_key_id text not null,
    expires_at timestamptz not null
  )`,
  'create index pending_grants_expiry on pending_grants (expires_at)',
  `create table provider_problems (
    -- Who grants access to its services: 'google'.
    grantor text primary key,
    message text not null,
    since timestamptz not null default now(),
    seen_at timestamptz not null default now()
  )`,
  // A wrong client secret used to be stored like a revoked grant, and the stored data cannot
  // distinguish the two. One more request can: an integration whose grant was revoked needs
  // reauthorization again at once.
  `update integrations set needs_reauth = false, failures = 0, due_at = now()
    where needs_reauth and credentials is not null and provider in ('gmail', 'google_calendar')`,
];
