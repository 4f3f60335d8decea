import { type Kysely, sql } from 'kysely';

/**
 * Private meetings that their owners share (docs/decisions/private-meetings.md). The version before does not know
 * these choices: a page that it captures beside this one keeps such a meeting for its owner until it is shared again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table shared_meetings (
    owner_id uuid not null references users on delete cascade,
    -- Without a reference: the choice outlives the captured copies of the meeting.
    activity_key uuid not null,
    shared_at timestamptz not null default now(),
    primary key (owner_id, activity_key)
  )`,
  `create index captured_activities_private_meetings on captured_activities (owner_id, activity_key)
    where type = 'calendar' and is_private is not false`,
];
