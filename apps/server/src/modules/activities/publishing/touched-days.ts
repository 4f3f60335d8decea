import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Touched } from './change.ts';

interface TouchedDay {
  accountId: string;
  day: string;
}

/**
 * Returns the days on which touched activities are published now, and the days before the change. Includes
 * unchanged activities: another contributor's copy may have come or gone.
 */
export async function touchedDays(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
  changes: readonly { accountId: string; oldDay: string | null }[],
): Promise<TouchedDay[]> {
  const { rows } = await sql<TouchedDay>`
    select distinct published.account_id as "accountId", published.day
    from unnest(
      ${touched.map(({ accountId }) => accountId)}::uuid[],
      ${touched.map(({ activityKey }) => activityKey)}::uuid[]
    ) as given(account_id, activity_key)
    -- One lookup for each: the planner cannot know how few they are.
    cross join lateral (
      select account_id, day from account_activities
      where workspace_id = ${workspaceId}
        and id = published_id(given.account_id, given.activity_key) offset 0
    ) published`.execute(tx);
  const before = changes.flatMap(({ accountId, oldDay }) =>
    oldDay === null ? [] : [{ accountId, day: oldDay }],
  );
  return [...rows, ...before];
}

/**
 * Returns the days that activities moved from and to, because another copy is shown now. Later counting
 * starts from the published activities, and would not find the days that they have left.
 */
export const movedDays = (
  changes: readonly { accountId: string; day: string | null; oldDay: string | null }[],
): TouchedDay[] =>
  changes.flatMap(({ accountId, day, oldDay }) =>
    day === null || oldDay === null || day === oldDay
      ? []
      : [
          { accountId, day },
          { accountId, day: oldDay },
        ],
  );
