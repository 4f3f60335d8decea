import { type Kysely, sql } from 'kysely';

/**
 * The code that makes a change now writes what triggers wrote: `modules/listed-accounts` writes the
 * read model, and `createAccount` counts accounts. A process of an earlier version would not, so
 * none may run with this schema (docs/operations.md, "Upgrade").
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const triggers = {
  users: ['users_renamed'],
  account_contributors: ['account_contributors_insert', 'account_contributors_delete'],
  account_days: ['account_days_insert', 'account_days_update', 'account_days_delete'],
  workspace_accounts: [
    'workspace_accounts_creator',
    'workspace_accounts_insert',
    'workspace_accounts_delete',
    'workspace_accounts_listed',
    'workspace_accounts_published',
    'workspace_accounts_changed_by_insert',
    'workspace_accounts_changed_by_update',
    'workspace_accounts_changed_by_delete',
  ],
};

const functions = [
  'after_account_contributors()',
  'after_account_days()',
  'after_user_renamed()',
  'count_accounts()',
  'list_account()',
  'note_workspace_change()',
  'refresh_account_contributors(uuid[])',
  'refresh_recent_days(uuid[], date)',
  'recent_series(uuid, date)',
  'remove_published()',
  'set_creator_name()',
];

const statements = [
  ...Object.entries(triggers).flatMap(([table, names]) =>
    names.map((name) => `drop trigger ${name} on ${table}`),
  ),
  ...functions.map((name) => `drop function ${name}`),
];
