import type { TimelinePage, WindowSummary } from '@repo/contract/accounts';
import type { BusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { prepare } from '#platform/database/prepared-query.ts';
import { boundsOf, type DayWindow, isBetween, type WindowBounds } from './read-timeline.ts';

/** Counts the activities of an account in a window by day and by type. */
export async function summarizeWindow(
  db: Connection,
  account: AccountKey,
  window: DayWindow,
): Promise<WindowSummary> {
  const [counted] = await countWindow(db, { ...window, ...boundsOf(window), ...account });
  return counted ?? { days: [], emails: 0, meetings: 0, calls: 0 };
}

const countWindow = prepare<DayWindow & WindowBounds & AccountKey, WindowSummary>(
  (given) => sql`
    select
      coalesce((
        select json_agg(json_build_object('day', day, 'internal', internal, 'external', external)
          order by day)
        from account_days
        where workspace_id = ${given('workspaceId')} and account_id = ${given('accountId')}
          and day >= ${given('firstDay')} and day <= ${given('lastDay')}), '[]') as days,
      count(*) filter (where type = 'email')::integer as emails,
      count(*) filter (where type = 'calendar')::integer as meetings,
      count(*) filter (where type = 'call')::integer as calls
    from account_activities published
    where workspace_id = ${given('workspaceId')} and account_id = ${given('accountId')}
      and ${isBetween('published', given('from'), given('until'))}`,
);

/** The nearest days on either side of a window, up to today, on which something happened. */
export async function daysAround(
  db: Connection,
  account: AccountKey,
  { firstDay, lastDay }: DayWindow,
  today: BusinessDay,
): Promise<DaysAround> {
  const [found] = await findDaysAround(db, { ...account, firstDay, lastDay, today });
  return found ?? { earlier: null, later: null };
}

type DaysAround = Pick<TimelinePage, 'earlier' | 'later'>;

interface DaysAroundValues extends AccountKey, Omit<DayWindow, 'timeZone'> {
  today: BusinessDay;
}

const findDaysAround = prepare<DaysAroundValues, DaysAround>(
  (given) => sql`
    select
      (select max(day) from account_days
        where workspace_id = ${given('workspaceId')} and account_id = ${given('accountId')}
          and day < ${given('firstDay')}) as earlier,
      (select min(day) from account_days
        where workspace_id = ${given('workspaceId')} and account_id = ${given('accountId')}
          and day > ${given('lastDay')}
          and day <= ${given('today')}) as later`,
);
