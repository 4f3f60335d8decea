import { type Kysely, sql } from 'kysely';

/** Shares that began again with a restored account, until their owners are told (docs/decisions/deleted-accounts.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Who restored the account: they are not told by email of their own shares.
  'alter table deleted_accounts add column restored_by uuid references users on delete set null',
  `create table restored_shares (
    owner_id uuid not null references users on delete cascade,
    account_id uuid not null,
    workspace_id uuid not null references workspaces on delete cascade,
    restored_by uuid references users on delete set null,
    restored_at timestamptz not null default now(),
    primary key (owner_id, account_id)
  )`,
  // Owners of deleted accounts who have left the workspace since.
  `update deleted_accounts set account_owner_id = null
    where account_owner_id is not null and not exists (
      select from memberships membership
      where membership.workspace_id = deleted_accounts.workspace_id
        and membership.user_id = deleted_accounts.account_owner_id)`,
];
