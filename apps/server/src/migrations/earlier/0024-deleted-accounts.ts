import { type Kysely, sql } from 'kysely';

/** Accounts that were deleted and can be restored (docs/decisions/deleted-accounts.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Set while what is published in the account is withdrawn; then the row is removed.
  'alter table workspace_accounts add column deleted_at timestamptz',
  `create index workspace_accounts_deleted on workspace_accounts (deleted_at)
    where deleted_at is not null`,
  `create table deleted_accounts (
    -- Of the account that was, and that restoring makes again.
    account_id uuid primary key,
    workspace_id uuid not null references workspaces on delete cascade,
    domain text not null,
    name text not null,
    created_by uuid references users on delete set null,
    created_at timestamptz not null,
    deleted_by uuid references users on delete set null,
    deleted_at timestamptz not null default now(),
    -- Set when the account is there again, until its shares are as well.
    restored_at timestamptz
  )`,
  'create index deleted_accounts_workspace on deleted_accounts (workspace_id, deleted_at)',
  'create index deleted_accounts_age on deleted_accounts (deleted_at)',
  `create table deleted_account_shares (
    account_id uuid not null references deleted_accounts on delete cascade,
    domain_id uuid not null references domains on delete cascade,
    primary key (account_id, domain_id)
  )`,
  'create index deleted_account_shares_domain on deleted_account_shares (domain_id)',
];
