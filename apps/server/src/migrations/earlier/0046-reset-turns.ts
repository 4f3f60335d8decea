import { type Kysely, sql } from 'kysely';

/** The order of requests for a reset link: those of a network that made few come first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Which request of its network in a quarter of an hour it is; an earlier version writes none.
  'alter table reset_requests add column turn smallint not null default 1',
];
