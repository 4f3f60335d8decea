-- Users, organizations and workspaces
--
-- An organization has workspaces, and a user is a member of any number of them. Everything else
-- belongs to one workspace or to one user.

-- A user who can sign in, with their settings.
create table users (
  id uuid default uuidv7() primary key,
  email text not null unique,
  name text not null,
  password_hash text,
  is_admin boolean not null default false,
  is_test boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text not null generated always as (lower((((name || '
'::text) || email) || '
 '::text) || translate((name || ' '::text) || email, '.@-_+'::text, '     '::text))) stored,
  time_zone text,
  weekly_digest boolean not null default true,
  connection_mail boolean not null default true,
  digest_week date,
  constraint users_email_check check (email = lower(email))
);
create index users_administrators on users (id) where is_admin and is_active;
create index users_newest on users (created_at desc, id desc);
create index users_search on users using gin (search gin_trgm_ops);

-- An organization.
create table organizations (
  id uuid default uuidv7() primary key,
  name text not null,
  slug text not null unique,
  created_at timestamptz not null default now(),
  search text not null generated always as (lower((((name || '
'::text) || slug) || '
 '::text) || translate((name || ' '::text) || slug, '.@-_+'::text, '     '::text))) stored,
  archived_at timestamptz
);
create index organizations_newest on organizations (created_at desc, id desc);
create index organizations_search on organizations using gin (search gin_trgm_ops);

-- A workspace, with the number of its accounts, the levels that it chose for shares, and whose
-- assistants can read it.
create table workspaces (
  id uuid default uuidv7() primary key,
  organization_id uuid not null references organizations(id),
  name text not null,
  slug text not null,
  created_at timestamptz not null default now(),
  search text not null generated always as (lower((((name || '
'::text) || slug) || '
 '::text) || translate((name || ' '::text) || slug, '.@-_+'::text, '     '::text))) stored,
  account_count integer not null default 0,
  archived_at timestamptz,
  archived_with_organization boolean not null default false,
  default_share_level smallint not null default 2,
  least_share_level smallint not null default 0,
  unique (organization_id, slug),
  constraint workspaces_default_share_level_check check (default_share_level >= 0 and default_share_level <= 2),
  constraint workspaces_least_share_level_check check (least_share_level >= 0 and least_share_level <= 2)
);
create index workspaces_newest on workspaces (created_at desc, id desc);
create index workspaces_search on workspaces using gin (search gin_trgm_ops);

-- A membership: a user in a workspace, as member or owner.
create table memberships (
  workspace_id uuid references workspaces(id) on delete cascade,
  user_id uuid references users(id) on delete cascade,
  role text not null,
  joined_at timestamptz not null default now(),
  getting_started_dismissed_at timestamptz,
  primary key (workspace_id, user_id),
  constraint memberships_role_check check (role in ('owner', 'member'))
);
create index memberships_user on memberships (user_id, joined_at);

-- An invitation to a workspace, with a hash of the token in its link.
create table invitations (
  id uuid default uuidv7() primary key,
  workspace_id uuid not null references workspaces(id) on delete cascade,
  email text not null,
  role text not null,
  state text not null default 'pending',
  token_hash bytea not null unique,
  inviter_name text not null,
  by_administrator boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint invitations_role_check check (role in ('owner', 'member')),
  constraint invitations_state_check check (state in ('pending', 'accepted', 'declined', 'withdrawn'))
);
create unique index invitations_pending on invitations (workspace_id, email) where state = 'pending';
create index invitations_workspace on invitations (workspace_id, created_at desc);

-- The time zone of a workspace that has chosen one.
create table workspace_time_zones (
  workspace_id uuid primary key references workspaces(id) on delete cascade,
  time_zone text not null
);

-- A requested change of a time zone, until the days of all accounts have moved.
create table time_zone_changes (
  workspace_id uuid primary key references workspaces(id) on delete cascade,
  time_zone text not null,
  requested_at timestamptz not null default now()
);

-- An action of an administrator or an owner: who did what to whom. Accounts are in it by their ids.
create table audit_entries (
  id uuid default uuidv7() primary key,
  at timestamptz not null default now(),
  action text not null,
  actor_id uuid,
  actor_name text not null,
  person_id uuid,
  person_name text,
  scope text,
  before jsonb,
  after jsonb,
  search text not null generated always as (lower((((actor_name || '
'::text) || coalesce(person_name, ''::text)) || '
 '::text) || translate((actor_name || ' '::text) || coalesce(person_name, ''::text), '.@-_+'::text, '     '::text))) stored
);
create index audit_entries_actor on audit_entries (actor_id, at desc);
create index audit_entries_newest on audit_entries (at desc, id desc);
create index audit_entries_person on audit_entries (person_id, at desc);
create index audit_entries_search on audit_entries using gin (search gin_trgm_ops);
