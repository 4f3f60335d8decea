import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import type { ChangedDay } from './change.ts';

/** Counts again the days on which something came, went or changed. */
export async function refreshDays(tx: Connection, changes: readonly ChangedDay[]): Promise<void> {
  const touched = new Map(
    changes
      .flatMap(({ accountId, day, oldDay }) => [
        { accountId, day },
        { accountId, day: oldDay },
      ])
      .filter(({ day }) => day !== null)
      .map((one) => [`${one.accountId} ${one.day}`, one]),
  );
  if (touched.size === 0) return;
  const days = [...touched.values()];
  await sql`
    with touched as materialized (
      select account.workspace_id, given.account_id, given.day
      from unnest(
        ${days.map(({ accountId }) => accountId)}::uuid[],
        ${days.map(({ day }) => day)}::date[]
      ) as given(account_id, day)
      join workspace_accounts account on account.id = given.account_id
    ),
    counted as materialized (
      select touched.workspace_id, touched.account_id, touched.day,
        count(*) filter (where side <> 'external') as internal,
        count(*) filter (where side <> 'internal') as external,
        count(*) as total
      from touched
      join account_activities published
        on published.account_id = touched.account_id and published.day = touched.day
      group by touched.workspace_id, touched.account_id, touched.day
    ),
    emptied as (
      delete from account_days standing using touched
      where standing.account_id = touched.account_id and standing.day = touched.day
        and not exists (
          select from counted
          where counted.account_id = standing.account_id and counted.day = standing.day)
    )
    insert into account_days as standing (workspace_id, account_id, day, internal, external, total)
    select workspace_id, account_id, day, internal, external, total from counted
    on conflict (account_id, day) do update
      set (internal, external, total) = (excluded.internal, excluded.external, excluded.total)
      where (standing.internal, standing.external, standing.total)
        is distinct from (excluded.internal, excluded.external, excluded.total)`.execute(tx);
}
