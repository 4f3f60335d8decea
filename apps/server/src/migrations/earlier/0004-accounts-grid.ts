import { type Kysely, sql } from 'kysely';

/**
 * Stores what the accounts grid shows, sorts by and searches in the row of each account, so that a
 * page of any workspace is one short index scan. Triggers maintain these columns, so the code that
 * publishes, renames a user or creates an account does not have to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Human sort order: case-insensitive, accents last, 'Site 2' before 'Site 10'.
  `create collation natural_order (provider = icu, locale = 'en-u-kn-ks-level2')`,

  `alter table workspace_accounts
    -- As the grid has them, by name.
    add column contributors jsonb not null default '[]',
    add column contributor_count integer not null generated always as
      (jsonb_array_length(contributors)) stored,
    -- Names and addresses, a line break before each.
    add column contributor_text text not null default '',
    -- Empty where the creator is unknown.
    add column creator_name text not null default ''`,
  `alter table workspace_accounts add column search text not null generated always as (lower(
    E'\\n' || name || E'\\n' || domain || contributor_text || E'\\n' ||
    coalesce(last_activity_title, ''))) stored`,
  'alter table workspaces add column account_count integer not null default 0',

  `create function refresh_account_contributors(account_ids uuid[]) returns void
    language plpgsql as $$
    begin
      -- Before they are counted: what others have committed until then is seen, and nobody waits in
      -- a circle.
      perform from workspace_accounts where id = any(account_ids) order by id for no key update;
      update workspace_accounts account
      set contributors = listed.people, contributor_text = listed.text
      from (
        select given.id,
          coalesce(jsonb_agg(
            jsonb_build_object('user', jsonb_build_object('name', person.name, 'email', person.email))
            order by person.name, person.email) filter (where person.id is not null), '[]') as people,
          coalesce(string_agg(
            E'\\n' || person.name || E'\\n' || person.email, ''
            order by person.name, person.email), '') as text
        from unnest(account_ids) as given(id)
        left join account_contributors contributor on contributor.account_id = given.id
        left join users person on person.id = contributor.user_id
        group by given.id
      ) listed
      where account.id = listed.id and account.contributors <> listed.people;
    end $$`,
  `create function after_account_contributors() returns trigger language plpgsql as $$
    begin
      perform refresh_account_contributors(array(select distinct account_id from changed));
      return null;
    end $$`,
  ...['insert', 'delete'].map(
    (event) => `create trigger account_contributors_${event} after ${event} on account_contributors
      referencing ${event === 'insert' ? 'new' : 'old'} table as changed
      for each statement execute function after_account_contributors()`,
  ),

  `create function set_creator_name() returns trigger language plpgsql as $$
    begin
      new.creator_name := coalesce((select name from users where id = new.created_by), '');
      return new;
    end $$`,
  `create trigger workspace_accounts_creator before insert or update of created_by
    on workspace_accounts for each row execute function set_creator_name()`,
  `create function after_user_renamed() returns trigger language plpgsql as $$
    begin
      update workspace_accounts set creator_name = new.name where created_by = new.id;
      perform refresh_account_contributors(
        array(select account_id from account_contributors where user_id = new.id));
      return null;
    end $$`,
  `create trigger users_renamed after update of name, email on users for each row
    when ((old.name, old.email) is distinct from (new.name, new.email))
    execute function after_user_renamed()`,

  `create function count_accounts() returns trigger language plpgsql as $$
    begin
      update workspaces set account_count = account_count + counted.count
      from (
        select workspace_id, count(*) * (case tg_op when 'INSERT' then 1 else -1 end) as count
        from changed group by workspace_id
      ) counted
      where workspaces.id = counted.workspace_id;
      return null;
    end $$`,
  ...['insert', 'delete'].map(
    (event) => `create trigger workspace_accounts_${event} after ${event} on workspace_accounts
      referencing ${event === 'insert' ? 'new' : 'old'} table as changed
      for each statement execute function count_accounts()`,
  ),

  // Fills in the rows that existed before the triggers.
  'update workspace_accounts set created_by = created_by',
  'select refresh_account_contributors(array(select id from workspace_accounts))',
  `update workspaces set account_count =
    (select count(*) from workspace_accounts where workspace_id = workspaces.id)`,

  'create index workspace_accounts_search on workspace_accounts using gin (search gin_trgm_ops)',
  // One index for each order of the grid. An account without activity comes last in either
  // direction.
  `create index workspace_accounts_name on workspace_accounts
    (workspace_id, name collate natural_order, id)`,
  `create index workspace_accounts_oldest_touch on workspace_accounts
    (workspace_id, coalesce(last_activity_at, 'infinity'), id)`,
  `create index workspace_accounts_latest_touch on workspace_accounts
    (workspace_id, coalesce(last_activity_at, '-infinity'), id)`,
  `create index workspace_accounts_contributors on workspace_accounts
    (workspace_id, contributor_count, id)`,
  `create index workspace_accounts_created_by on workspace_accounts
    (workspace_id, creator_name collate natural_order, id)`,
  'create index workspace_accounts_created on workspace_accounts (workspace_id, created_at, id)',
  'create index account_contributors_user on account_contributors (user_id, workspace_id, account_id)',
  'create index account_days_recent on account_days (workspace_id, day, account_id)',
];
