import { type Kysely, sql } from 'kysely';

/**
 * Separates the reset links that people request from those that are sent to them: a request, which
 * anyone can make, must not replace a pending invitation. `password_resets` now holds sent links
 * only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table requested_password_resets (
    -- One per person: a new request replaces the pending link.
    user_id uuid primary key references users on delete cascade,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
];
