import { type Kysely, sql } from 'kysely';

/** Drops a function that only the versions before the read model's own columns called. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function if exists later_series(text, integer)`.execute(db);
}
