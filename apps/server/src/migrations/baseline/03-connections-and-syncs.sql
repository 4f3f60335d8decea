-- Connections and syncs
--
-- An integration is a connected mailbox, calendar or call recorder. Its row is its place in the
-- queue of syncs; what a sync has left to do is in `sync_tasks`.

-- A connection with its encrypted credentials, its cursor and its next due time.
create table integrations (
  id uuid default uuidv7(),
  owner_id uuid references users(id) on delete cascade,
  provider text not null,
  source text,
  credentials bytea,
  credentials_key_id text,
  webhook_token_hash bytea,
  needs_reauth boolean not null default false,
  cursor jsonb,
  last_synced_at timestamptz,
  last_error text,
  due_at timestamptz not null default now(),
  paused_until timestamptz,
  lease_id uuid,
  lease_until timestamptz,
  failures integer not null default 0,
  connected_at timestamptz not null default now(),
  last_sync jsonb,
  reconciled_at timestamptz,
  problem_mailed_at timestamptz,
  change_pages integer not null default 0,
  reads_history boolean not null default false,
  change_progress jsonb,
  primary key (owner_id, id),
  unique nulls not distinct (owner_id, provider, source)
);
create index integrations_due on integrations (due_at);
create index integrations_id on integrations (id);
create index integrations_problem on integrations (owner_id) where needs_reauth and credentials is not null;

-- A connection that was begun at the provider and has not come back.
create table oauth_states (
  state_hash bytea primary key,
  user_id uuid not null references users(id) on delete cascade,
  provider text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);

-- Encrypted credentials of a mailbox that its user has not confirmed.
create table pending_grants (
  confirm_hash bytea primary key,
  user_id uuid not null references users(id) on delete cascade,
  provider text not null,
  source text not null,
  credentials bytea not null,
  credentials_key_id text not null,
  expires_at timestamptz not null
);
create index pending_grants_expiry on pending_grants (expires_at);

-- A listing that a sync goes through, with the page it has reached.
create table sync_tasks (
  id uuid default uuidv7(),
  integration_id uuid not null,
  kind text not null,
  domains text[] not null default '{}'::text[],
  since timestamptz not null,
  removes_deleted boolean not null default false,
  page_token text,
  processed integer not null default 0,
  total integer,
  created_at timestamptz not null default now(),
  pages integer not null default 0,
  earlier_token text,
  stopped_until timestamptz,
  stop_reason text,
  owner_id uuid,
  primary key (owner_id, id),
  constraint sync_tasks_kind_check check (kind in ('discover', 'backfill', 'reconcile', 'preview')),
  foreign key (owner_id, integration_id) references integrations(owner_id, id) on delete cascade
);
create index sync_tasks_integration on sync_tasks (owner_id, integration_id, created_at);

-- The items that a listing has seen, to find what is gone.
create table sync_seen (
  task_id uuid,
  external_id text,
  owner_id uuid,
  primary key (owner_id, task_id, external_id),
  foreign key (owner_id, task_id) references sync_tasks(owner_id, id) on delete cascade
);

-- A place of an email in an IMAP mailbox: one row for each folder that has it.
create table item_locations (
  integration_id uuid,
  folder text,
  validity bigint,
  uid bigint,
  external_id text not null,
  owner_id uuid,
  primary key (owner_id, integration_id, folder, validity, uid),
  foreign key (owner_id, integration_id) references integrations(owner_id, id) on delete cascade
);
create index item_locations_item on item_locations (owner_id, integration_id, external_id);

-- An item that could not be read, with the reason and the next attempt.
create table failed_items (
  integration_id uuid,
  external_id text,
  reason text not null,
  attempts integer not null default 1,
  failed_at timestamptz not null default now(),
  retry_at timestamptz default now() + '00:10:00'::interval,
  payload text,
  owner_id uuid,
  primary key (owner_id, integration_id, external_id),
  foreign key (owner_id, integration_id) references integrations(owner_id, id) on delete cascade
);

-- The result of the nightly comparison of a connection for one day: emails missing or gone.
create table reconciliation_days (
  integration_id uuid,
  day date,
  missing integer not null default 0,
  gone integer not null default 0,
  owner_id uuid,
  primary key (owner_id, integration_id, day),
  foreign key (owner_id, integration_id) references integrations(owner_id, id) on delete cascade
);

-- The number of requests of a connection in an hour.
create table provider_requests (
  integration_id uuid,
  hour timestamptz,
  requests integer not null,
  owner_id uuid,
  primary key (owner_id, integration_id, hour),
  foreign key (owner_id, integration_id) references integrations(owner_id, id) on delete cascade
);

-- A fault of the installation with a provider, such as an expired secret.
create table provider_problems (
  grantor text primary key,
  message text not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- The number of activities that importing a domain would capture.
create table import_previews (
  integration_id uuid,
  domain text,
  activities integer not null default 0,
  is_counted boolean not null default false,
  requested_at timestamptz not null default now(),
  owner_id uuid,
  primary key (owner_id, integration_id, domain),
  foreign key (owner_id, integration_id) references integrations(owner_id, id) on delete cascade
);

-- The date from which a user imports activities older than 84 days.
create table histories (
  owner_id uuid primary key references users(id) on delete cascade,
  since date not null,
  is_paused boolean not null default false,
  chosen_at timestamptz not null default now()
);

-- The progress of a connection through that history.
create table history_imports (
  owner_id uuid references users(id) on delete cascade,
  integration_id uuid,
  slice_from timestamptz,
  slice_to timestamptz,
  slice_domains text[],
  page_token text,
  pages integer not null default 0,
  earlier_token text,
  listed integer not null default 0,
  days_read float8 not null default 0,
  not_before timestamptz not null default now(),
  failures integer not null default 0,
  message text,
  finished_at timestamptz,
  primary key (owner_id, integration_id),
  foreign key (owner_id, integration_id) references integrations(owner_id, id) on delete cascade
);
create index history_imports_waiting on history_imports (not_before) where finished_at is null;

-- The same for one domain of the connection.
create table history_positions (
  owner_id uuid references users(id) on delete cascade,
  integration_id uuid,
  domain_id uuid,
  until timestamptz not null,
  primary key (owner_id, integration_id, domain_id),
  foreign key (owner_id, integration_id) references integrations(owner_id, id) on delete cascade
);
create index history_positions_domain on history_positions (owner_id, domain_id);

-- An uploaded mail or calendar file and how far it is read. The file itself is on disk.
create table mail_files (
  owner_id uuid references users(id) on delete cascade,
  id uuid default gen_random_uuid(),
  name text not null,
  size bigint not null,
  received bigint not null default 0,
  state text not null default 'uploading',
  items integer not null default 0,
  bytes_read bigint not null default 0,
  found integer not null default 0,
  concerned integer not null default 0,
  imported integer not null default 0,
  excluded integer not null default 0,
  unreadable integer not null default 0,
  domains jsonb not null default '{}'::jsonb,
  since timestamptz,
  until timestamptz,
  problems jsonb not null default '[]'::jsonb,
  message text,
  lease_id uuid,
  lease_until timestamptz,
  turn_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  finished_at timestamptz,
  meetings integer not null default 0,
  passed bigint not null default 0,
  primary key (owner_id, id),
  constraint mail_files_state_check check (state in ('uploading', 'checking', 'ready', 'importing', 'finished', 'failed'))
);
create index mail_files_waiting on mail_files (turn_at) where state in ('checking', 'importing');

-- The hash of an item of the file that is being read, so that none counts twice.
create table mail_file_items (
  owner_id uuid,
  file_id uuid,
  item bytea,
  is_imported boolean not null default false,
  primary key (owner_id, file_id, item),
  foreign key (owner_id, file_id) references mail_files(owner_id, id) on delete cascade
);
