import { type Kysely, sql } from 'kysely';

/**
 * Domains with very much mail: they are shared in one transaction, and a preview counts what an
 * import of them would add.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Drops the foreign keys of published rows. A hundred thousand rows are inserted at once when a
  // domain is shared, and checking the keys row by row took a third of that time. They are not
  // needed for consistency: publishing locks the account, and published rows can be rebuilt.
  // Deleting an account deletes its rows.
  'alter table account_activities drop constraint account_activities_account_id_fkey',
  `alter table account_activity_contributors
    drop constraint account_activity_contributors_account_id_fkey,
    drop constraint account_activity_contributors_user_id_fkey`,
  'alter table account_message_refs drop constraint account_message_refs_account_id_fkey',

  `create function remove_published() returns trigger language plpgsql as $$
    begin
      delete from account_activities using gone where account_id = gone.id;
      delete from account_activity_contributors using gone where account_id = gone.id;
      delete from account_message_refs using gone where account_id = gone.id;
      return null;
    end $$`,
  `create trigger workspace_accounts_published after delete on workspace_accounts
    referencing old table as gone for each statement execute function remove_published()`,

  'alter table sync_tasks drop constraint sync_tasks_kind_check',
  // 'preview' counts what an import of the domains would add, and stores none of it.
  `alter table sync_tasks add constraint sync_tasks_kind_check
    check (kind in ('discover', 'backfill', 'check', 'preview'))`,
  `create table import_previews (
    integration_id uuid not null references integrations on delete cascade,
    domain text not null,
    -- So far; in whole once it is counted.
    activities integer not null default 0,
    is_counted boolean not null default false,
    asked_at timestamptz not null default now(),
    primary key (integration_id, domain)
  )`,
];
