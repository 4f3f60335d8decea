import { type Kysely, sql } from 'kysely';

/** For how long workspaces keep what their members share (docs/decisions/retention.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workspace_retentions (
      workspace_id uuid primary key references workspaces(id) on delete cascade,
      -- Null where activities are kept for as long as they are shared.
      months smallint check (months between 1 and 600),
      -- The same of texts; null where they are kept as long as their activities.
      text_months smallint check (text_months between 1 and 600),
      -- Nothing earlier is published, whatever is captured, shared or restored later. They never move back.
      gone_before timestamptz,
      texts_gone_before timestamptz,
      last_run_at timestamptz,
      -- Since the workspace first chose.
      deleted_activities bigint not null default 0,
      deleted_texts bigint not null default 0
    )`.execute(db);
}
