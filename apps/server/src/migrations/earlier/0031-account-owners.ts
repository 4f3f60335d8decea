import { type Kysely, sql } from 'kysely';

/** The colleague who is responsible for an account, and a note (docs/decisions/account-owners.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table workspace_accounts
    add column account_owner_id uuid references users on delete set null,
    add column note text not null default '',
    -- The read model, like creator_name.
    add column account_owner_name text not null default ''`,
  `create index workspace_accounts_account_owner on workspace_accounts
    (account_owner_id, workspace_id) where account_owner_id is not null`,
  `alter table listed_accounts
    add column account_owner_id uuid,
    add column account_owner_name text not null default ''`,
  // Accounts that no one owns come last in both directions.
  `create index listed_accounts_owner_asc on listed_accounts (workspace_id,
    (case when account_owner_name = '' then '1' else '0' || account_owner_name end), account_id)`,
  `create index listed_accounts_owner_desc on listed_accounts (workspace_id,
    (case when account_owner_name = '' then '0' else '1' || account_owner_name end), account_id)`,
  // Without a foreign key: restoring checks whether they are still a member.
  `alter table deleted_accounts
    add column account_owner_id uuid,
    add column note text not null default ''`,
];
