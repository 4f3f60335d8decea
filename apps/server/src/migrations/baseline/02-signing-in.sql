-- Signing in
--
-- Tokens are stored as hashes. Attempts are counted under keyed hashes of address and network.

-- A session: the hash of its token, its device, and when it was last used.
create table sessions (
  id uuid default uuidv7() primary key,
  user_id uuid not null references users(id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  device text,
  address text
);
create index sessions_user on sessions (user_id);

-- The hash of a link that sets a password, created by an administrator.
create table password_resets (
  user_id uuid primary key references users(id) on delete cascade,
  token_hash bytea not null unique,
  initiator_id uuid references users(id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- The same for a link that the user requested.
create table requested_password_resets (
  user_id uuid primary key references users(id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- An email for which a reset was requested, until a job has looked it up.
create table reset_requests (
  id uuid default uuidv7() primary key,
  email text not null,
  requested_at timestamptz not null default now(),
  turn smallint not null default 1
);

-- A counter of attempts within a window of time.
create table rate_limit_counters (
  key bytea,
  count integer not null,
  ends_at timestamptz not null,
  constraint attempts_pkey primary key (key)
);

-- Recent failed attempts to sign in, by keyed hashes of email and network.
create table sign_in_failures (
  key bytea primary key,
  failed_at timestamptz[] not null,
  last_failed_at timestamptz not null default now()
);
