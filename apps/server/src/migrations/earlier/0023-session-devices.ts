import { type Kysely, sql } from 'kysely';

/** Where a session started, so that users recognize their sessions; null for existing sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column device text, add column address text`.execute(db);
}
