import { type Kysely, sql } from 'kysely';

/**
 * Whether a captured email is automatic (docs/decisions/automatic-mail.md). Null for what was stored before and for what is
 * no email: the nightly comparison reads such emails of the last 84 days once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table captured_activities add column is_automatic boolean`.execute(db);
}
