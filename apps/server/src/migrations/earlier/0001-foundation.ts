import { type Kysely, sql } from 'kysely';

/**
 * Users, workspaces, tracked domains, and the distinction that the other tables are based on:
 * captured data is private to its owner; published data belongs to a workspace and can always be
 * rebuilt from the captured data (docs/ARCHITECTURE.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'create extension if not exists pg_trgm',

  `create table organizations (
    id uuid primary key default uuidv7(),
    name text not null,
    slug text not null unique,
    created_at timestamptz not null default now()
  )`,
  `create table workspaces (
    id uuid primary key default uuidv7(),
    organization_id uuid not null references organizations,
    name text not null,
    slug text not null,
    created_at timestamptz not null default now(),
    unique (organization_id, slug)
  )`,
  `create table users (
    id uuid primary key default uuidv7(),
    -- Stored lower-cased: an address names one person however it is typed.
    email text not null unique check (email = lower(email)),
    name text not null,
    -- Null until the person has set one through an invitation.
    password_hash text,
    is_admin boolean not null default false,
    is_test boolean not null default false,
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table memberships (
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users on delete cascade,
    role text not null check (role in ('owner', 'member')),
    joined_at timestamptz not null default now(),
    primary key (workspace_id, user_id)
  )`,
  'create index memberships_user on memberships (user_id, joined_at)',
  `create table sessions (
    id uuid primary key default uuidv7(),
    user_id uuid not null references users on delete cascade,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now()
  )`,
  'create index sessions_user on sessions (user_id)',
  `create table password_resets (
    -- One a person: a new link replaces the pending one.
    user_id uuid primary key references users on delete cascade,
    token_hash bytea not null unique,
    initiator_id uuid references users on delete set null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,

  // Attempts to sign in and similar counters. Losing them in a crash does no harm, so the table is
  // unlogged.
  `create unlogged table attempts (
    -- sha-256 of what is limited and for whom.
    key bytea primary key,
    count integer not null,
    ends_at timestamptz not null
  )`,

  `create table domains (
    id uuid primary key default uuidv7(),
    owner_id uuid not null references users on delete cascade,
    domain text not null,
    source text not null check (source in ('manual', 'discovered')),
    added_at timestamptz not null default now(),
    unique (owner_id, domain)
  )`,
  `create table workspace_accounts (
    id uuid primary key default uuidv7(),
    workspace_id uuid not null references workspaces on delete cascade,
    domain text not null,
    name text not null,
    created_by uuid references users on delete set null,
    created_at timestamptz not null default now(),
    -- What the grid shows of the published activities, kept by the publishing transaction.
    activity_count integer not null default 0,
    last_activity_at timestamptz,
    last_activity_type text,
    last_activity_title text,
    -- When a meeting that lies ahead becomes the last touch point.
    next_activity_at timestamptz,
    unique (workspace_id, domain)
  )`,
  'create index workspace_accounts_next on workspace_accounts (next_activity_at) where next_activity_at is not null',
  `create table domain_shares (
    -- The key: a domain is shared with at most one workspace.
    domain_id uuid primary key references domains on delete cascade,
    workspace_id uuid not null references workspaces on delete cascade,
    account_id uuid not null references workspace_accounts on delete cascade,
    shared_at timestamptz not null default now()
  )`,
  'create index domain_shares_account on domain_shares (account_id)',

  `create table captured_activities (
    -- In the order of capture: of several copies the first captured one is published.
    id uuid primary key default uuidv7(),
    owner_id uuid not null references users on delete cascade,
    provider text not null,
    -- The mailbox, calendar or account at the provider.
    source text not null,
    external_id text not null,
    -- What several people's copies share: a hash of Message-ID, of iCalUID and start, or of the call.
    activity_key uuid not null,
    type text not null check (type in ('email', 'calendar', 'call')),
    occurred_at timestamptz not null,
    day date not null generated always as ((occurred_at at time zone 'America/New_York')::date) stored,
    title text not null,
    summary text not null,
    participants jsonb not null,
    location text,
    start_time timestamptz,
    end_time timestamptz,
    html_body text,
    text_body text,
    metadata jsonb not null default '{}',
    -- Hashes of the Message-IDs that put an e-mail in its thread: its own, References, In-Reply-To.
    thread_refs uuid[] not null default '{}',
    captured_at timestamptz not null default now(),
    unique (owner_id, provider, external_id)
  )`,
  `create table captured_activity_domains (
    domain_id uuid not null references domains on delete cascade,
    activity_key uuid not null,
    captured_id uuid not null references captured_activities on delete cascade,
    side text not null check (side in ('internal', 'external', 'both')),
    primary key (domain_id, activity_key, captured_id)
  )`,
  'create index captured_activity_domains_captured on captured_activity_domains (captured_id)',
  `create table call_transcripts (
    captured_id uuid primary key references captured_activities on delete cascade,
    -- As the contract has them, in order.
    sentences jsonb not null,
    fetched_at timestamptz not null default now()
  )`,

  // Published data. Every key begins with the workspace, by which a larger deployment would
  // distribute rows over machines; for the same reason no foreign key references the captured data.
  // A property test verifies that the two are consistent.
  `create function published_id(account uuid, activity_key uuid) returns uuid
    language sql immutable strict parallel safe
    -- A hash in the form of a UUID of version 8, which is for such.
    return overlay(overlay(
      encode(substring(sha256(uuid_send(account) || uuid_send(activity_key)) for 16), 'hex')
      placing '8' from 13) placing '8' from 17)::uuid`,
  `create table account_activities (
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    -- published_id(account_id, activity_key): the same after it was taken back and shared again, so
    -- that a link to it keeps working.
    id uuid not null,
    activity_key uuid not null,
    captured_id uuid not null,
    owner_id uuid not null,
    type text not null,
    occurred_at timestamptz not null,
    day date not null,
    side text not null,
    title text not null,
    summary text not null,
    participants jsonb not null,
    location text,
    start_time timestamptz,
    end_time timestamptz,
    -- For an e-mail, the id of the earliest mail of its thread in this account.
    thread_id uuid,
    primary key (workspace_id, id)
  )`,
  'create index account_activities_feed on account_activities (account_id, occurred_at desc, id desc)',
  'create index account_activities_day on account_activities (account_id, day)',
  `create index account_activities_thread on account_activities
    (account_id, thread_id, occurred_at, id) where thread_id is not null`,
  `create table account_activity_contributors (
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    activity_id uuid not null,
    user_id uuid not null references users on delete cascade,
    captured_id uuid not null,
    primary key (workspace_id, activity_id, user_id, captured_id)
  )`,
  'create index account_activity_contributors_user on account_activity_contributors (account_id, user_id)',
  `create table account_message_refs (
    account_id uuid not null references workspace_accounts on delete cascade,
    ref uuid not null,
    activity_id uuid not null,
    primary key (account_id, ref, activity_id)
  )`,
  'create index account_message_refs_activity on account_message_refs (account_id, activity_id)',
  `create table account_contributors (
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    user_id uuid not null references users on delete cascade,
    primary key (account_id, user_id)
  )`,
  `create table account_days (
    workspace_id uuid not null,
    account_id uuid not null references workspace_accounts on delete cascade,
    day date not null,
    -- What is on both sides counts in both, and once in the total.
    internal integer not null,
    external integer not null,
    total integer not null,
    primary key (account_id, day)
  )`,

  `create table integrations (
    id uuid primary key default uuidv7(),
    owner_id uuid not null references users on delete cascade,
    provider text not null,
    -- The mailbox, calendar or account at the provider; null until it is known.
    source text,
    -- Encrypted, with the id of the key that it is encrypted with.
    credentials bytea,
    credentials_key_id text,
    -- sha-256 of the token that a webhook must bear.
    webhook_token_hash bytea,
    needs_reauth boolean not null default false,
    -- Where the next incremental sync begins; null before the first one.
    cursor jsonb,
    last_synced_at timestamptz,
    -- What stopped the last sync, for people; null after one that went through.
    last_error text,
    -- When the next sync is due; tasks that wait make it due at once unless the last sync failed.
    due_at timestamptz not null default now(),
    -- Until when the provider asked to be left alone; no sync begins before.
    paused_until timestamptz,
    -- The one sync that runs now. When its time runs out unrenewed, another worker takes over.
    lease_id uuid,
    lease_until timestamptz,
    -- Syncs that failed in a row; the wait for the next one grows with it.
    failures integer not null default 0,
    connected_at timestamptz not null default now(),
    unique (owner_id, provider)
  )`,
  'create index integrations_due on integrations (due_at)',
  `create table sync_tasks (
    id uuid primary key default uuidv7(),
    integration_id uuid not null references integrations on delete cascade,
    -- 'discover' counts who is written with; 'backfill' captures what concerns the domains.
    kind text not null check (kind in ('discover', 'backfill')),
    domains text[] not null default '{}',
    since timestamptz not null,
    -- Whether, at its end, what was stored of that time and is gone at the provider is removed.
    sweeps boolean not null default false,
    -- The provider's place in the list; null before the first page.
    page_token text,
    processed integer not null default 0,
    total integer,
    created_at timestamptz not null default now()
  )`,
  'create index sync_tasks_integration on sync_tasks (integration_id, created_at)',
  `create table sync_seen (
    -- What a backfill has dealt with: a mail that its list names again costs nothing, and what was
    -- stored earlier and is not among these may be gone at the provider.
    task_id uuid not null references sync_tasks on delete cascade,
    external_id text not null,
    primary key (task_id, external_id)
  )`,
  `create table sync_failures (
    integration_id uuid not null references integrations on delete cascade,
    external_id text not null,
    reason text not null,
    attempts integer not null default 1,
    failed_at timestamptz not null default now(),
    primary key (integration_id, external_id)
  )`,
  `create table oauth_states (
    state_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    provider text not null,
    code_verifier text not null,
    expires_at timestamptz not null
  )`,

  // For discovery only, from mail that concerns no tracked domain: counts and up to three samples.
  `create table discovered_days (
    owner_id uuid not null references users on delete cascade,
    provider text not null,
    domain text not null,
    day date not null,
    mails integer not null,
    primary key (owner_id, provider, domain, day)
  )`,
  `create table discovered_samples (
    owner_id uuid not null references users on delete cascade,
    domain text not null,
    names text[] not null default '{}',
    emails text[] not null default '{}',
    last_seen date not null,
    primary key (owner_id, domain)
  )`,
  `create table discovered_mails (
    -- Hashes of the provider's ids, so that a mail met twice is counted once.
    owner_id uuid not null references users on delete cascade,
    provider text not null,
    mail_hash uuid not null,
    day date not null,
    primary key (owner_id, provider, mail_hash)
  )`,
];
