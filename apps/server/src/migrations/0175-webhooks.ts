import { type Kysely, sql } from 'kysely';

/** Webhooks of a workspace, and what is sent to them (docs/decisions/webhooks.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A process of the version before creates accounts without it: their webhooks say "changed".
  'alter table changed_entries add column is_new boolean not null default false',
  `create table webhooks (
    workspace_id uuid references workspaces on delete cascade,
    id uuid default uuidv7(),
    -- The owner whose rights count.
    user_id uuid references users on delete cascade,
    name text not null,
    url text not null,
    format text not null check (format in ('events', 'slack', 'teams')),
    -- The stored number of a share level: the most that a text shows.
    level smallint not null,
    events text[] not null,
    -- The secret and the previous one, sealed.
    secret bytea not null,
    secret_key_id text not null,
    previous_secret_until timestamptz,
    -- The changes of the workspace up to this number have become deliveries.
    position bigint not null,
    created_at timestamptz not null default now(),
    -- Due events of the time before are not sent.
    enabled_at timestamptz not null default now(),
    disabled text check (disabled in ('switched-off', 'failing', 'gone', 'no-owner')),
    failing_since timestamptz,
    -- Attempts without an accepted one between them.
    failures integer not null default 0,
    paused_until timestamptz,
    primary key (workspace_id, id)
  )`,
  'create index webhooks_user on webhooks (user_id)',
  'create index webhooks_key on webhooks (secret_key_id)',
  `create table webhook_deliveries (
    workspace_id uuid,
    webhook_id uuid,
    id uuid default uuidv7(),
    event text not null,
    -- The ids that the event names.
    subject jsonb not null,
    created_at timestamptz not null default date_trunc('milliseconds', now()),
    state text not null default 'waiting'
      check (state in ('waiting', 'delivered', 'failed', 'dropped')),
    attempts integer not null default 0,
    -- While it is being sent, the time at which another process takes it over. Null when it is finished.
    next_attempt_at timestamptz default now(),
    last_attempt_at timestamptz,
    status integer,
    problem text,
    primary key (workspace_id, webhook_id, id),
    foreign key (workspace_id, webhook_id) references webhooks on delete cascade
  )`,
  `create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, next_attempt_at)
    where next_attempt_at is not null`,
  `create index webhook_deliveries_list on webhook_deliveries
    (workspace_id, webhook_id, created_at desc, id desc)`,
  'create index webhook_deliveries_age on webhook_deliveries (created_at)',
];
