import { type Kysely, sql } from 'kysely';

/** Answers to requests with an Idempotency-Key, for when they are sent again (docs/decisions/repeated-requests.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table repeated_requests (
    -- Of the token and the Idempotency-Key.
    key_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    request_hash bytea not null,
    started_at timestamptz not null default now(),
    -- Null while the request is being worked on.
    response text
  )`,
  'create index repeated_requests_user on repeated_requests (user_id, started_at)',
];
