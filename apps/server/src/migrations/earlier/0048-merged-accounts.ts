import { type Kysely, sql } from 'kysely';

/** Accounts that were merged into others (docs/decisions/merged-accounts.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Set together with deleted_at: its shares move to that account, and then the row is removed.
  'alter table workspace_accounts add column merged_into uuid',
  `create index workspace_accounts_merged on workspace_accounts (workspace_id, merged_into)
    where merged_into is not null`,
  // Where the address of an account that was merged leads.
  `create table merged_accounts (
    workspace_id uuid not null references workspaces on delete cascade,
    account_id uuid not null,
    into_account_id uuid not null,
    merged_at timestamptz not null default now(),
    primary key (workspace_id, account_id)
  )`,
  'create index merged_accounts_into on merged_accounts (workspace_id, into_account_id)',
  'create index merged_accounts_age on merged_accounts (workspace_id, merged_at)',
];
