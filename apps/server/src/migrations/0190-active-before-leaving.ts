import { type Kysely, sql } from 'kysely';

/** Whether a user was active before a hand-over deactivated them, so that they come back as they were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hand_overs add column was_active boolean not null default true`.execute(db);
}
