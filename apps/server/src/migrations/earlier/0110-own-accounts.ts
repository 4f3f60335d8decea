import { type Kysely, sql } from 'kysely';

/** Favourites and recently opened accounts of members (docs/decisions/own-accounts.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table own_accounts (
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users on delete cascade,
    -- Without a reference: the favourites of a deleted account are there again when it is restored.
    account_id uuid not null,
    -- Null for an account that is no favourite.
    favourite_at timestamptz,
    -- Null for an account that was never opened, or not among the last ones.
    visited_at timestamptz,
    primary key (workspace_id, user_id, account_id)
  )`,
  'create index own_accounts_user on own_accounts (user_id)',
  'create index own_accounts_account on own_accounts (workspace_id, account_id)',
];
