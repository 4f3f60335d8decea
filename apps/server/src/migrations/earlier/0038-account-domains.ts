import { type Kysely, sql } from 'kysely';

/** Further domains of accounts (docs/decisions/account-domains.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // In addition to the primary domain, which is in workspace_accounts.domain.
  `create table account_domains (
    workspace_id uuid not null,
    domain text not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    primary key (workspace_id, domain)
  )`,
  'create index account_domains_account on account_domains (account_id)',
  // Accounts whose domains have changed. What is published is updated in steps, the latest activity
  // first, and each row stores how far this has got.
  `create table account_refreshes (
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    occurred_at timestamptz not null default 'infinity',
    activity_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    primary key (workspace_id, account_id)
  )`,
  'create index account_refreshes_account on account_refreshes (account_id)',
  `alter table deleted_accounts add column more_domains text[] not null default '{}'`,
];
