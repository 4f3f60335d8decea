import { type Kysely, sql } from 'kysely';

/** The link by which a user who deleted their own account comes back (docs/decisions/deleting-users.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hand_overs add column return_token_hash bytea`.execute(db);
}
