import { type Kysely, sql } from 'kysely';

/** How each sync ended, which items failed, and whether anything is missing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // How the last sync ended: {endedAt, outcome, stored, removed, setAside, message}.
  'alter table integrations add column last_sync jsonb',
  // When what is stored was last compared with what the provider has.
  'alter table integrations add column checked_at timestamptz',

  `alter table sync_failures
    -- When it is tried again by itself; null for what only a person can have tried again.
    add column retry_at timestamptz default now() + interval '10 minutes',
    -- Of what a webhook brought: as it came, since it cannot be asked for again.
    add column payload text`,

  'alter table sync_tasks drop constraint sync_tasks_kind_check',
  // 'check' compares what the provider lists for the domains with what is stored, and repairs it.
  `alter table sync_tasks add constraint sync_tasks_kind_check
    check (kind in ('discover', 'backfill', 'check'))`,
  `create table completeness_days (
    -- What the last comparison found different, by the day of the activity.
    integration_id uuid not null references integrations on delete cascade,
    day date not null,
    -- At the provider, and not stored; read again since.
    missing integer not null default 0,
    -- Stored, and gone at the provider; removed since.
    gone integer not null default 0,
    primary key (integration_id, day)
  )`,
];
