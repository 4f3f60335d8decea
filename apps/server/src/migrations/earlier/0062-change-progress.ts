import { type Kysely, sql } from 'kysely';

/**
 * What a round of changes has read since its cursor: with mailboxes of many emails, the cursor is too
 * large to be written with each page (docs/decisions/imap-mailboxes.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column change_progress jsonb`.execute(db);
}
