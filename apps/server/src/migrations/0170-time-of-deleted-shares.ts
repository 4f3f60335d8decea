import { type Kysely, sql } from 'kysely';

/** The time at which a share of a deleted account began, so that restoring the account keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for shares that ended before this migration.
  await sql`alter table deleted_account_shares add column shared_at timestamptz`.execute(db);
}
