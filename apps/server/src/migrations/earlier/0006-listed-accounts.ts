import { type Kysely, sql } from 'kysely';

/**
 * Separates what the list of accounts scans from what it shows: `listed_accounts` has one short row
 * per account with everything that it is sorted, filtered and searched by, so that a whole
 * workspace is scanned in milliseconds; `workspace_accounts.shown` and the counts of the last days
 * are the text that responses are composed of (docs/decisions/listed-accounts.md). Triggers
 * maintain both, so the code that publishes does not have to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The days that the grid shows, today included. */
const shownDays = 21;

const statements = [
  // For an index whose first column is the workspace, followed by the trigrams of a text.
  'create extension if not exists btree_gin',
  `create function business_today() returns date language sql stable parallel safe
    return (now() at time zone 'America/New_York')::date`,
  `create function utc_instant(at timestamptz) returns text language sql immutable strict parallel safe
    return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,

  // A row of the list as JSON without its closing brace, so that the daily counts can be appended.
  // The domain is enclosed in two control characters, which JSON cannot contain; the server
  // replaces it with its own representation.
  `create function account_as_json(id uuid, name text, domain text, activity_count integer,
      last_activity_at timestamptz, last_activity_type text, last_activity_title text,
      contributors jsonb, creator_name text, created_at timestamptz)
    returns text language sql immutable parallel safe
    return '{"id":"' || id || '","name":' || to_json(name) || E',\\x01' || domain ||
      E'\\x01,"activityCount":' || activity_count || ',"lastActivity":' ||
      case when last_activity_at is null then 'null' else
        '{"title":' || to_json(coalesce(last_activity_title, '')) ||
        ',"type":' || to_json(last_activity_type) ||
        ',"occurredAt":"' || utc_instant(last_activity_at) || '"}' end ||
      ',"contributors":' || contributors || ',"creator":' ||
      case creator_name when '' then 'null' else '{"name":' || to_json(creator_name) || '}' end ||
      ',"createdAt":"' || utc_instant(created_at) || '"'`,

  'alter table workspace_accounts drop column search',
  `alter table workspace_accounts
    -- What listed_accounts has for searching: in lower case, each part on a line of its own and with
    -- a blank before it, as before every word.
    add column search text generated always as (lower(' ' || name || E'\\n ' || domain ||
      replace(contributor_text, E'\\n', E'\\n ') || E'\\n ' ||
      coalesce(last_activity_title, ''))) virtual,
    add column shown text not null generated always as (account_as_json(id, name, domain,
      activity_count, last_activity_at, last_activity_type, last_activity_title, contributors,
      creator_name, created_at)) stored,
    -- The counts of the days that ended with listed_accounts.recent_day, the oldest first, and noughts
    -- for as many days to come; all of one width, so that the days until any later one are cut out by
    -- their place. Null where nothing happened.
    add column external_days text,
    add column internal_days text`,

  `create table listed_accounts (
    account_id uuid primary key references workspace_accounts on delete cascade,
    workspace_id uuid not null,
    name text collate natural_order not null,
    creator_name text collate natural_order not null,
    created_at timestamptz not null,
    last_activity_at timestamptz,
    contributor_count integer not null,
    search text not null,
    -- What happened on the ${shownDays} days that ended with a day,
    recent_external integer not null default 0,
    recent_internal integer not null default 0,
    recent_day date not null default business_today(),
    -- which holds for later days too, until one of these leaves them or one that lies ahead begins.
    recent_until date not null default 'infinity'
  )`,

  `create function list_account() returns trigger language plpgsql as $$
    begin
      insert into listed_accounts as listed (account_id, workspace_id, name, creator_name, created_at,
        last_activity_at, contributor_count, search)
      select id, workspace_id, name, creator_name, created_at, last_activity_at, contributor_count,
        search
      from workspace_accounts where id = new.id
      on conflict (account_id) do update
      set (name, creator_name, created_at, last_activity_at, contributor_count, search) =
        (excluded.name, excluded.creator_name, excluded.created_at, excluded.last_activity_at,
          excluded.contributor_count, excluded.search)
      where (listed.name, listed.creator_name, listed.created_at, listed.last_activity_at,
          listed.contributor_count, listed.search) is distinct from
        (excluded.name, excluded.creator_name, excluded.created_at, excluded.last_activity_at,
          excluded.contributor_count, excluded.search);
      return null;
    end $$`,
  `create trigger workspace_accounts_listed after insert or update of name, domain, created_by,
      creator_name, created_at, last_activity_at, last_activity_title, contributors, contributor_text
    on workspace_accounts for each row execute function list_account()`,

  // The counts of the days that end with a day, in a fixed width, padded with blanks on the left.
  `create function recent_series(account uuid, today date, out external text, out internal text)
    language sql stable parallel safe as $$
      select string_agg(lpad(coalesce(counted.external, 0)::text, width), ',' order by back desc),
        string_agg(lpad(coalesce(counted.internal, 0)::text, width), ',' order by back desc)
      from (
        select coalesce(max(length(greatest(external, internal)::text)), 1) as width
        from account_days where account_id = account and day between today - ${shownDays - 1} and today
      ) widest
      cross join generate_series(0, ${shownDays - 1}) back
      left join account_days counted on counted.account_id = account and counted.day = today - back
      $$`,
  // Selects the counts of the days that end some days later from stored counts.
  `create function later_series(stored text, days integer) returns text
    language sql immutable parallel safe
    return coalesce(
      substring(stored
        from 1 + days * ((length(stored) + 1) / ${2 * shownDays - 1})
        for ${shownDays} * ((length(stored) + 1) / ${2 * shownDays - 1}) - 1),
      '${Array(shownDays).fill('0').join(',')}')`,

  `create function refresh_recent_days(account_ids uuid[], today date default business_today())
    returns void language plpgsql as $$
    begin
      with recent as materialized (
        select given.id, counted.*,
          series.external || noughts.text as external_days,
          series.internal || noughts.text as internal_days
        from unnest(account_ids) as given(id)
        cross join lateral (
          select coalesce(sum(external) filter (where day <= today), 0) as external,
            coalesce(sum(internal) filter (where day <= today), 0) as internal,
            least(min(day) filter (where day <= today) + ${shownDays},
              min(day) filter (where day > today)) as until
          from account_days where account_id = given.id and day > today - ${shownDays}
        ) counted
        left join lateral (
          select * from recent_series(given.id, today) where counted.external + counted.internal > 0
        ) series on true
        left join lateral (
          select repeat(',' || lpad('0', (length(series.external) + 1) / ${shownDays} - 1),
            ${shownDays - 1}) as text
        ) noughts on true
      ), shown as (
        update workspace_accounts account
        set (external_days, internal_days) = (recent.external_days, recent.internal_days)
        from recent
        where account.id = recent.id and (account.external_days, account.internal_days)
          is distinct from (recent.external_days, recent.internal_days)
      )
      update listed_accounts listed
      set (recent_external, recent_internal, recent_day, recent_until) =
        (recent.external, recent.internal, today, coalesce(recent.until, 'infinity'))
      from recent
      where listed.account_id = recent.id
        and (listed.recent_external, listed.recent_internal, listed.recent_day, listed.recent_until)
          is distinct from
          (recent.external, recent.internal, today, coalesce(recent.until, 'infinity'));
    end $$`,
  `create function after_account_days() returns trigger language plpgsql as $$
    declare
      recent uuid[] := array(
        select distinct account_id from changed where day > business_today() - ${shownDays});
    begin
      if recent <> '{}' then perform refresh_recent_days(recent); end if;
      return null;
    end $$`,
  ...['insert', 'update', 'delete'].map(
    (event) => `create trigger account_days_${event} after ${event} on account_days
      referencing ${event === 'delete' ? 'old' : 'new'} table as changed
      for each statement execute function after_account_days()`,
  ),

  // Fills in the rows that existed before the triggers.
  `insert into listed_accounts (account_id, workspace_id, name, creator_name, created_at,
      last_activity_at, contributor_count, search)
    select id, workspace_id, name, creator_name, created_at, last_activity_at, contributor_count, search
    from workspace_accounts`,
  'select refresh_recent_days(array(select id from workspace_accounts))',

  // One index for each order of the grid. An account without activity comes last in either
  // direction.
  'create index listed_accounts_name on listed_accounts (workspace_id, name, account_id)',
  `create index listed_accounts_oldest_touch on listed_accounts
    (workspace_id, coalesce(last_activity_at, 'infinity'), account_id)`,
  `create index listed_accounts_latest_touch on listed_accounts
    (workspace_id, coalesce(last_activity_at, '-infinity'), account_id)`,
  `create index listed_accounts_contributors on listed_accounts
    (workspace_id, contributor_count, account_id)`,
  'create index listed_accounts_created_by on listed_accounts (workspace_id, creator_name, account_id)',
  'create index listed_accounts_created on listed_accounts (workspace_id, created_at, account_id)',
  `create index listed_accounts_recent on listed_accounts
    (workspace_id, (recent_external + recent_internal), account_id)`,
  // Every search scans the index's pending list, so its size is limited.
  `create index listed_accounts_search on listed_accounts using gin (workspace_id, search gin_trgm_ops)
    with (gin_pending_list_limit = 256)`,
  'create index listed_accounts_until on listed_accounts (recent_until, workspace_id)',

  // The indexes that the new ones replace.
  'drop index account_days_recent',
  `drop index workspace_accounts_name, workspace_accounts_oldest_touch,
    workspace_accounts_latest_touch, workspace_accounts_contributors,
    workspace_accounts_created_by, workspace_accounts_created`,

  // The updates above have left a dead version of every row.
  'cluster listed_accounts using listed_accounts_name',
  'cluster workspace_accounts using workspace_accounts_pkey',
];
