import { type Kysely, sql } from 'kysely';

/** The page Today: hidden conversations, reminders, and visits (docs/decisions/today.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table today_marks (
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users on delete cascade,
    -- The last email of the conversation: with the next one it is listed again.
    activity_key uuid not null,
    occurred_at timestamptz not null,
    -- The day on which it is listed again; null without a reminder.
    remind_on date,
    marked_at timestamptz not null default now(),
    primary key (workspace_id, user_id, activity_key)
  )`,
  'create index today_marks_user on today_marks (user_id)',
  `create table today_visits (
    workspace_id uuid not null references workspaces on delete cascade,
    user_id uuid not null references users on delete cascade,
    since timestamptz not null,
    seen_at timestamptz not null,
    primary key (workspace_id, user_id)
  )`,
  'create index today_visits_user on today_visits (user_id)',
  'create index domain_shares_recent on domain_shares (workspace_id, shared_at)',
];
