-- Sharing
--
-- A share says that a user publishes a domain in the account of a workspace, and at which level.
-- Publishing follows from it in steps, so that a request never waits for all of it.

-- A share: a domain of a user in an account, at the level 0 (activity), 1 (subject) or 2 (full).
create table domain_shares (
  domain_id uuid,
  workspace_id uuid not null references workspaces(id) on delete cascade,
  account_id uuid not null,
  shared_at timestamptz not null default now(),
  owner_id uuid,
  level smallint not null default 2,
  primary key (owner_id, domain_id),
  constraint domain_shares_level_check check (level >= 0 and level <= 2),
  foreign key (owner_id, domain_id) references domains(owner_id, id) on delete cascade
);
create index domain_shares_account on domain_shares (account_id);
create index domain_shares_recent on domain_shares (workspace_id, shared_at);

-- A part of an account that is still to be published or withdrawn for a user.
create table publish_requests (
  owner_id uuid references users(id) on delete cascade,
  id uuid default uuidv7(),
  workspace_id uuid not null,
  account_id uuid not null,
  kind text not null,
  domain_id uuid,
  activity_key uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  activity_keys uuid[] not null default '{}'::uuid[],
  primary key (owner_id, id),
  constraint publish_requests_kind_check check (kind in ('share', 'withdrawal', 'activities')),
  foreign key (owner_id, domain_id) references domains(owner_id, id) on delete cascade
);
create index publish_requests_account on publish_requests (account_id);
create index publish_requests_domain on publish_requests (owner_id, domain_id);

-- A share whose activities are still to be stored at its new level.
create table level_changes (
  workspace_id uuid,
  account_id uuid,
  owner_id uuid references users(id) on delete cascade,
  level smallint not null,
  position uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  changed_at timestamptz not null default now(),
  primary key (workspace_id, account_id, owner_id),
  constraint level_changes_level_check check (level >= 0 and level <= 2)
);

-- A share that came back with a restored account, until its owner has been notified.
create table restored_shares (
  owner_id uuid references users(id) on delete cascade,
  account_id uuid,
  workspace_id uuid not null references workspaces(id) on delete cascade,
  restored_by uuid references users(id) on delete set null,
  restored_at timestamptz not null default now(),
  primary key (owner_id, account_id)
);
