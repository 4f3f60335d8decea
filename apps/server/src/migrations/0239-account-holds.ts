import { type Kysely, sql } from 'kysely';

/** Accounts whose activities retention and deletion leave alone (docs/decisions/legal-hold.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_holds (
      workspace_id uuid references workspaces(id) on delete cascade,
      -- Without a reference: accounts are with their workspace, and an account that is held is not deleted.
      account_id uuid,
      reason text not null,
      held_by uuid references users(id) on delete set null,
      held_at timestamptz not null default now(),
      -- What the retention of the workspace had deleted of the account before. It does not come back either.
      gone_before timestamptz,
      texts_gone_before timestamptz,
      primary key (workspace_id, account_id)
    )`.execute(db);
}
