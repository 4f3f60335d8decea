import { type Kysely, sql } from 'kysely';

/**
 * Puts the workspace first in the keys of accounts and of everything that belongs to one
 * (docs/scale.md): each statement on them names it. A process of an earlier version does not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** What goes with its account, and the key where that changes. */
const ofAccounts: Record<string, string | undefined> = {
  account_contributors: 'workspace_id, account_id, user_id',
  account_days: 'workspace_id, account_id, day',
  account_domains: undefined,
  account_refreshes: undefined,
  account_relationships: undefined,
  contacts: undefined,
  listed_accounts: 'workspace_id, account_id',
  tie_days: undefined,
  ties: undefined,
};

const statements = [
  // Of captured data, which lies elsewhere when the tables are distributed.
  ...['domain_shares', 'publish_requests', ...Object.keys(ofAccounts)].map(
    (table) => `alter table ${table} drop constraint ${table}_account_id_fkey`,
  ),
  `alter table workspace_accounts drop constraint workspace_accounts_pkey,
    add primary key (workspace_id, id)`,
  ...Object.entries(ofAccounts).flatMap(([table, key]) => [
    ...(key === undefined
      ? []
      : [`alter table ${table} drop constraint ${table}_pkey, add primary key (${key})`]),
    `alter table ${table} add foreign key (workspace_id, account_id)
      references workspace_accounts (workspace_id, id) on delete cascade`,
  ]),
  // What these found, the keys find. Other indexes keep beginning with the account, whose workspace is
  // one: with the workspace as well, all of them would look selective enough to a planner that takes
  // the two for independent, and it would choose among them by chance.
  `drop index ties_account, account_relationships_account, account_refreshes_account`,
];
