import { type Kysely, sql } from 'kysely';

/** Activities from before the regular window (docs/decisions/history.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table histories (
    owner_id uuid primary key references users on delete cascade,
    -- A business day.
    since date not null,
    is_paused boolean not null default false,
    chosen_at timestamptz not null default now()
  )`,
  `create table history_imports (
    owner_id uuid not null references users on delete cascade,
    integration_id uuid not null references integrations on delete cascade,
    -- The part that is being read, for these domains; null between two parts.
    slice_from timestamptz,
    slice_to timestamptz,
    slice_domains text[],
    page_token text,
    -- As of sync_tasks: so that a listing that never ends is noticed.
    pages integer not null default 0,
    earlier_token text,
    -- What was listed so far, and in how many days: how much there is in a day.
    listed integer not null default 0,
    days_read double precision not null default 0,
    -- The next page is not requested before this: it leaves a share of the quota to the sync.
    not_before timestamptz not null default now(),
    failures integer not null default 0,
    message text,
    finished_at timestamptz,
    primary key (owner_id, integration_id)
  )`,
  `create index history_imports_waiting on history_imports (not_before)
    where finished_at is null`,
  'create index history_imports_integration on history_imports (integration_id)',
  `create table history_positions (
    owner_id uuid not null references users on delete cascade,
    integration_id uuid not null references integrations on delete cascade,
    domain_id uuid not null references domains on delete cascade,
    -- Everything from here on has been read.
    until timestamptz not null,
    primary key (owner_id, integration_id, domain_id)
  )`,
  'create index history_positions_domain on history_positions (domain_id)',
  'create index history_positions_integration on history_positions (integration_id)',
  // Whether the lease belongs to a history import, which is not a sync.
  'alter table integrations add column reads_history boolean not null default false',
];
