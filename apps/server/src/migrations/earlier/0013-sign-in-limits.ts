import { type Kysely, sql } from 'kysely';

/** Limits on password guessing at sign-in, and the queue of requests for a reset link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Losing them in a crash costs one more round of guesses, so they cost no write-ahead log.
  `create unlogged table sign_in_failures (
    -- SHA-256 of the email, or of the email and the network.
    key bytea primary key,
    -- Oldest first, at most as many as are ever compared with a limit.
    failed_at timestamptz[] not null,
    last_failed_at timestamptz not null default now()
  )`,
  // Requests by email, known or not, until a background job has looked them up.
  `create table reset_requests (
    id uuid primary key default uuidv7(),
    email text not null,
    requested_at timestamptz not null default now()
  )`,
];
