import { type Kysely, sql } from 'kysely';

/**
 * Who decided about a contact or an account, so that the others of the workspace see whom to ask;
 * null for decisions from before. People who are going quiet can be dismissed for a time as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contacts
      add column hidden_by uuid,
      add column merged_by uuid,
      add column quiet_dismissed_until date,
      add column quiet_dismissed_by uuid`.execute(db);
  await sql`alter table account_relationships add column quiet_dismissed_by uuid`.execute(db);
}
