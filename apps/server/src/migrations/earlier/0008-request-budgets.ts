import { type Kysely, sql } from 'kysely';

/** Counts requests to providers that allow only a number of them per day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table provider_requests (
    integration_id uuid not null references integrations on delete cascade,
    -- The hour in which they were made, at its beginning; older than a day it is deleted.
    hour timestamptz not null,
    requests integer not null,
    primary key (integration_id, hour)
  )`,
];
