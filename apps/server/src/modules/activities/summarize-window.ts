import type { TimelinePage, WindowSummary } from '@repo/contract/accounts';
import type { BusinessDay } from '@repo/domain/business-day';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { type DayWindow, inWindow } from './read-timeline.ts';

/** What happened in an account in a window, counted by day and by type. */
export async function summarizeWindow(
  db: Connection,
  accountId: string,
  window: DayWindow,
): Promise<WindowSummary> {
  const days = db
    .selectFrom('account_days')
    .select(['day', 'internal', 'external'])
    .where('account_id', '=', accountId)
    .where('day', '>=', window.firstDay)
    .where('day', '<=', window.lastDay)
    .orderBy('day')
    .execute();
  const types = sql<{ emails: number; meetings: number; calls: number }>`
    select count(*) filter (where type = 'email')::integer as emails,
      count(*) filter (where type = 'calendar')::integer as meetings,
      count(*) filter (where type = 'call')::integer as calls
    from account_activities published
    where account_id = ${accountId} and ${inWindow('published', window)}`.execute(db);
  const [counted] = (await types).rows;
  return { days: await days, ...(counted ?? { emails: 0, meetings: 0, calls: 0 }) };
}

/** The nearest days on either side of a window, up to today, on which something happened. */
export async function daysAround(
  db: Connection,
  accountId: string,
  { firstDay, lastDay }: DayWindow,
  today: BusinessDay,
): Promise<Pick<TimelinePage, 'earlier' | 'later'>> {
  const { rows } = await sql<{ earlier: BusinessDay | null; later: BusinessDay | null }>`
    select
      (select max(day) from account_days where account_id = ${accountId} and day < ${firstDay})
        as earlier,
      (select min(day) from account_days
        where account_id = ${accountId} and day > ${lastDay} and day <= ${today}) as later`.execute(
    db,
  );
  return rows[0] ?? { earlier: null, later: null };
}
