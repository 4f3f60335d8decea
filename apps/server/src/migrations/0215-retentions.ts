import { type Kysely, sql } from 'kysely';

/** For how long users keep what they captured (docs/decisions/retention.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retentions (
      owner_id uuid primary key references users(id) on delete cascade,
      -- Null where they are kept for as long as they are tracked.
      months smallint check (months between 1 and 600),
      -- The same of texts; null where they are kept as long as their activities.
      text_months smallint check (text_months between 1 and 600),
      -- All texts of earlier activities are deleted.
      texts_gone_before timestamptz,
      last_run_at timestamptz,
      -- Since the user first chose.
      deleted_activities bigint not null default 0,
      deleted_texts bigint not null default 0
    )`.execute(db);
}
