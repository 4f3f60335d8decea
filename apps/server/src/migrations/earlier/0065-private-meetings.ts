import { type Kysely, sql } from 'kysely';

/**
 * Has calendars read again, since what was stored of their meetings does not say which are private
 * (docs/decisions/private-meetings.md). The next sync of each reads the last 84 days, or back to the sync before, in pages
 * that can be interrupted, and withdraws what is private.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update integrations set cursor = null, change_progress = null, change_pages = 0
    where provider in ('google_calendar', 'caldav') and cursor is not null`.execute(db);
}
