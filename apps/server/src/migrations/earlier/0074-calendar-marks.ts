import { type Kysely, sql } from 'kysely';

/**
 * Whether the calendar marks a meeting as private (docs/decisions/private-meetings.md). Null for what was stored before:
 * a job withholds such meetings from colleagues, and the next sync of each calendar reads them again, back to the oldest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table captured_activities add column is_private boolean`.execute(db);
  await sql`
    create index captured_activities_unread_marks on captured_activities (owner_id, occurred_at)
    where type = 'calendar' and is_private is null`.execute(db);
  await sql`
    update integrations set cursor = null, change_progress = null, change_pages = 0
    where provider in ('google_calendar', 'caldav') and cursor is not null`.execute(db);
}
