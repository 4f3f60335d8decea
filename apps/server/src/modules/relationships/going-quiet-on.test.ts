import { isGoingQuiet, quietRule } from '@repo/domain/relationships/going-quiet';
import { addDays } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { isAccountQuietOn, isGoingQuietOn } from './going-quiet-on.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const today = '2026-11-22';
const { silentDays, longSilentDays, minimumDays, beforeDays } = quietRule;
const around = (days: number) => [days - 1, days, days + 1];
const cases = [0, 1, ...around(silentDays), ...around(longSilentDays), 1_000].flatMap((silent) =>
  [0, ...around(minimumDays), beforeDays].flatMap((daysBefore) =>
    [null, -1, 0, 1].map((dismissed) => ({
      lastDay: addDays(today, -silent),
      daysBefore,
      dismissedUntil: dismissed === null ? null : addDays(today, dismissed),
    })),
  ),
);

const columns = {
  lastDay: sql`given.last_day`,
  daysBefore: sql`given.days_before`,
  dismissedUntil: sql`given.until`,
};
/** The days of a contact as `recent_days` stores them. */
const recentDays = sql`(repeat('1', given.days_before) || repeat('0', ${beforeDays}::integer - given.days_before))::bit(84)`;

test('the database decides about going quiet as the domain does', async () => {
  const { rows } = await sql<{ person: boolean; account: boolean }>`
    select ${isGoingQuietOn(columns, sql`${today}::date`)} as person, (
      select ${isAccountQuietOn(sql`${today}::date`)}
      from (
        select given.last_day, ${recentDays} as recent_days, given.until as quiet_dismissed_until
      ) ties
    ) as account
    from json_to_recordset(${JSON.stringify(cases)}::json)
      as read("lastDay" date, "daysBefore" integer, "dismissedUntil" date)
    cross join lateral (
      select "lastDay" as last_day, "daysBefore" as days_before, "dismissedUntil" as until) given`.execute(
    app.db,
  );
  expect(rows).toEqual(
    cases.map(({ dismissedUntil, ...contact }) => {
      const isDismissed = dismissedUntil !== null && dismissedUntil >= today;
      const isQuiet = isGoingQuiet(contact, today) && !isDismissed;
      return { person: isQuiet, account: isQuiet };
    }),
  );
  expect(rows.filter(({ person }) => person).length).toBeGreaterThan(10);
});

test('without contact nothing goes quiet', async () => {
  const { rows } = await sql<{ isQuiet: boolean }>`
    select ${isAccountQuietOn(sql`${today}::date`)} as "isQuiet"
    from (
      select null::date as last_day, null::bit(84) as recent_days, null::date as quiet_dismissed_until
    ) ties`.execute(app.db);
  expect(rows).toEqual([{ isQuiet: false }]);
});
