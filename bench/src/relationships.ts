import pg from 'pg';
import { fillWorkspace } from './accounts/fill-workspace.ts';
import { measureRequests } from './accounts/measure-requests.ts';
import { startBenchServer } from './accounts/start-bench-server.ts';

/**
 * The list of 50,000 accounts sorted by who is in touch beside the list sorted by name, in turns, over 20
 * connections of other members. The strengths are random: what the list reads does not depend on
 * where they come from. At the end a hundred meetings have begun and two thousand accounts have lost a
 * day in touch, as it is until the job that notices it has run.
 */
const accounts = 50_000;
const load = { lanes: 20, seconds: 3 };
const rounds = 3;

const server = await startBenchServer();
try {
  const workspace = await fillWorkspace(server.databaseUrl, { accounts, activities: 100_000 });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(
    `insert into account_relationships (workspace_id, account_id, key, best_key, last_day, recent_days,
      last_day_by_us, last_day_by_them, next_meeting_at, days_in_touch, days_in_touch_until)
    select workspace_id, id, random() * 1e15, random() * 1e15, current_date - (random() * 200)::integer,
      repeat('0110', 21)::bit(84), current_date - (random() * 200)::integer,
      current_date - (random() * 200)::integer, now() + interval '1 day' + random() * interval '90 days',
      (random() * 42)::integer, 'infinity'
    from workspace_accounts where workspace_id = $1
    on conflict (workspace_id, account_id) do update
      set (key, best_key, last_day, recent_days, last_day_by_us, last_day_by_them, next_meeting_at,
          days_in_touch, days_in_touch_until) =
        (excluded.key, excluded.best_key, excluded.last_day, excluded.recent_days,
          excluded.last_day_by_us, excluded.last_day_by_them, excluded.next_meeting_at,
          excluded.days_in_touch, excluded.days_in_touch_until)`,
    [workspace.id],
  );
  await client.query('vacuum analyze');
  const rateOf = async (query: string) => {
    const path = `/api/workspaces/${workspace.id}/accounts?includeTimeline=true&limit=60&${query}`;
    return (await measureRequests(server.url, { path, tokens: workspace.tokens }, load)).perSecond;
  };
  const measure = async (orders: readonly string[]) => {
    const bar = '|---'.repeat(orders.length);
    console.log(
      `| Round | name, not requested | name | ${orders.join(' | ')} |\n|---|---|---${bar}|`,
    );
    for (let round = 1; round <= rounds; round += 1) {
      const cells = [
        await rateOf('sort=name'),
        await rateOf('sort=name&includeRelationships=true'),
      ];
      for (const sort of orders) {
        cells.push(await rateOf(`sort=${sort}&order=DESC&includeRelationships=true`));
      }
      console.log(`| ${round} | ${cells.map((rate) => `${Math.round(rate)}/s`).join(' | ')} |`);
    }
  };
  await measure(['strength', 'lastContactByUs', 'lastContactByThem', 'nextMeeting', 'daysInTouch']);
  await client.query(
    `with outdated as (select account_id, row_number() over () as n from account_relationships limit 2000)
    update account_relationships ties
    set days_in_touch_until = current_date - 1,
      next_meeting_at = case when n <= 100 then now() else next_meeting_at end
    from outdated where outdated.account_id = ties.account_id`,
  );
  await measure(['nextMeeting', 'daysInTouch']);
  await client.end();
} finally {
  await server.stop();
}
