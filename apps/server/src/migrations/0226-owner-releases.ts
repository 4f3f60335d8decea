import { type Kysely, sql } from 'kysely';

/** Members who left and whose accounts are still being given up, in steps (docs/decisions/account-owners.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table owner_releases (
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users on delete cascade,
    -- Who owns the accounts from now on; no one when null.
    successor_id uuid references users on delete cascade,
    primary key (workspace_id, user_id)
  )`,
    )
    .execute(db);
}
