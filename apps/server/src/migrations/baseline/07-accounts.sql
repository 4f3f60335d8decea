-- Accounts
--
-- A business account of a workspace. What the grid shows of it is stored with it and in
-- `listed_accounts`, one row for each row of the grid.

-- An account with its owner, its note and the summary of its activities.
create table workspace_accounts (
  id uuid default uuidv7(),
  workspace_id uuid references workspaces(id) on delete cascade,
  domain text not null,
  name text not null,
  created_by uuid references users(id) on delete set null,
  created_at timestamptz not null default now(),
  activity_count integer not null default 0,
  last_activity_at timestamptz,
  last_activity_type text,
  last_activity_title text,
  next_activity_at timestamptz,
  contributors jsonb not null default '[]'::jsonb,
  contributor_count integer not null generated always as (jsonb_array_length(contributors)) stored,
  contributor_text text not null default '',
  creator_name text not null default '',
  search text generated always as (lower((((((' '::text || name) || '
 '::text) || domain) || replace(contributor_text, '
'::text, '
 '::text)) || '
 '::text) || coalesce(last_activity_title, ''::text))) virtual,
  shown text not null generated always as (account_as_json(id, name, domain, activity_count, last_activity_at, last_activity_type, last_activity_title, contributors, creator_name, created_at)) stored,
  external_days text,
  internal_days text,
  deleted_at timestamptz,
  account_owner_id uuid references users(id) on delete set null,
  note text not null default '',
  account_owner_name text not null default '',
  merged_into uuid,
  primary key (workspace_id, id),
  unique (workspace_id, domain)
);
create index workspace_accounts_account_owner on workspace_accounts (account_owner_id, workspace_id) where account_owner_id is not null;
create index workspace_accounts_deleted on workspace_accounts (deleted_at) where deleted_at is not null;
create index workspace_accounts_merged on workspace_accounts (workspace_id, merged_into) where merged_into is not null;
create index workspace_accounts_next on workspace_accounts (next_activity_at) where next_activity_at is not null;

-- A further domain of an account.
create table account_domains (
  workspace_id uuid,
  domain text,
  account_id uuid not null,
  primary key (workspace_id, domain),
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade
);
create index account_domains_account on account_domains (account_id);

-- A row of the grid: the values that it sorts and filters by, computed ahead.
create table listed_accounts (
  account_id uuid,
  workspace_id uuid,
  name text collate natural_order not null,
  creator_name text collate natural_order not null,
  created_at timestamptz not null,
  last_activity_at timestamptz,
  contributor_count integer not null,
  search text not null,
  recent_external integer not null default 0,
  recent_internal integer not null default 0,
  recent_day date not null default business_today(),
  recent_until date not null default 'infinity'::date,
  account_owner_id uuid,
  account_owner_name text not null default '',
  primary key (workspace_id, account_id),
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade
);
create index listed_accounts_contributors on listed_accounts (workspace_id, contributor_count, account_id);
create index listed_accounts_created on listed_accounts (workspace_id, created_at, account_id);
create index listed_accounts_created_by on listed_accounts (workspace_id, creator_name, account_id);
create index listed_accounts_latest_touch on listed_accounts (workspace_id, coalesce(last_activity_at, '-infinity'::timestamp with time zone), account_id);
create index listed_accounts_name on listed_accounts (workspace_id, name, account_id);
create index listed_accounts_oldest_touch on listed_accounts (workspace_id, coalesce(last_activity_at, 'infinity'::timestamp with time zone), account_id);
create index listed_accounts_owner_asc on listed_accounts (workspace_id, (
case
    when account_owner_name = '' then '1'::text
    else '0'::text || account_owner_name
end), account_id);
create index listed_accounts_owner_desc on listed_accounts (workspace_id, (
case
    when account_owner_name = '' then '0'::text
    else '1'::text || account_owner_name
end), account_id);
create index listed_accounts_recent on listed_accounts (workspace_id, (recent_external + recent_internal), account_id);
create index listed_accounts_search on listed_accounts using gin (workspace_id, search gin_trgm_ops) with (gin_pending_list_limit='256');
create index listed_accounts_until on listed_accounts (recent_until, workspace_id);

-- An account whose activities are to be computed again after its domains changed.
create table account_refreshes (
  workspace_id uuid,
  account_id uuid,
  occurred_at timestamptz not null default 'infinity'::timestamp with time zone,
  activity_id uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid,
  primary key (workspace_id, account_id),
  foreign key (workspace_id, account_id) references workspace_accounts(workspace_id, id) on delete cascade
);

-- A merged account and the account that it became part of, so that old links still work.
create table merged_accounts (
  workspace_id uuid references workspaces(id) on delete cascade,
  account_id uuid,
  into_account_id uuid not null,
  merged_at timestamptz not null default now(),
  primary key (workspace_id, account_id)
);
create index merged_accounts_age on merged_accounts (workspace_id, merged_at);
create index merged_accounts_into on merged_accounts (workspace_id, into_account_id);

-- A deleted account, restorable for 30 days.
create table deleted_accounts (
  account_id uuid primary key,
  workspace_id uuid not null references workspaces(id) on delete cascade,
  domain text not null,
  name text not null,
  created_by uuid references users(id) on delete set null,
  created_at timestamptz not null,
  deleted_by uuid references users(id) on delete set null,
  deleted_at timestamptz not null default now(),
  restored_at timestamptz,
  account_owner_id uuid,
  note text not null default '',
  more_domains text[] not null default '{}'::text[],
  restored_by uuid references users(id) on delete set null
);
create index deleted_accounts_age on deleted_accounts (deleted_at);
create index deleted_accounts_workspace on deleted_accounts (workspace_id, deleted_at);

-- A share of a deleted account, so that restoring the account brings it back.
create table deleted_account_shares (
  account_id uuid references deleted_accounts(account_id) on delete cascade,
  domain_id uuid,
  owner_id uuid not null,
  level smallint not null default 2,
  primary key (account_id, domain_id),
  constraint deleted_account_shares_level_check check (level >= 0 and level <= 2),
  foreign key (owner_id, domain_id) references domains(owner_id, id) on delete cascade
);
create index deleted_account_shares_domain on deleted_account_shares (owner_id, domain_id);

-- A saved view of the grid.
create table saved_views (
  workspace_id uuid references workspaces(id) on delete cascade,
  id uuid default uuidv7(),
  owner_id uuid references users(id) on delete cascade,
  name text not null,
  is_shared boolean not null,
  state jsonb not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id),
  constraint saved_views_check check (is_shared or owner_id is not null)
);
create index saved_views_owner on saved_views (owner_id);

-- The view that a member opens the grid with.
create table default_views (
  workspace_id uuid references workspaces(id) on delete cascade,
  user_id uuid references users(id) on delete cascade,
  view_id uuid not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, view_id) references saved_views(workspace_id, id) on delete cascade
);
create index default_views_user on default_views (user_id);
create index default_views_view on default_views (workspace_id, view_id);

-- An account that is a favourite of a member, or that they opened recently.
create table own_accounts (
  workspace_id uuid references workspaces(id) on delete cascade,
  user_id uuid references users(id) on delete cascade,
  account_id uuid,
  favourite_at timestamptz,
  visited_at timestamptz,
  primary key (workspace_id, user_id, account_id)
);
create index own_accounts_account on own_accounts (workspace_id, account_id);
create index own_accounts_user on own_accounts (user_id);

-- A change in a workspace, of which open pages are notified.
create table workspace_changes (
  id uuid default uuidv7(),
  workspace_id uuid,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index workspace_changes_workspace on workspace_changes (workspace_id, changed_at);
