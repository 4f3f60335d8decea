import { type Kysely, sql } from 'kysely';

/** Mailboxes of which no text is captured (docs/decisions/mailboxes-without-text.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table integrations add column captures_text boolean not null default true`.execute(
    db,
  );
  // What the user chose before the provider's page; null for a client that does not ask.
  for (const table of ['oauth_states', 'pending_grants']) {
    await sql`alter table ${sql.table(table)} add column captures_text boolean`.execute(db);
  }
}
