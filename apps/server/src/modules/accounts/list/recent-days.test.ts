import type { AccountRow } from '@repo/contract/account-list';
import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';
import { sideBalance } from '@repo/domain/activities/side-balance';
import { daysOfWindow } from '@repo/domain/time/timeline-window';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { isLong } from '#test/long-tests.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { refreshDueAccounts } from '../../activities/refresh-due-accounts.ts';
import { writeListedAccounts } from '../../listed-accounts/write-listed-accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const count = fc.oneof(fc.nat(9), fc.nat(12_000));
/**
 * What was counted, by how many days ago: also before the days that are shown, and ahead of today.
 */
const happened = fc.uniqueArray(
  fc.record({ ago: fc.integer({ min: -3, max: 45 }), external: count, internal: count }),
  { selector: ({ ago }) => ago, maxLength: 12 },
);
/** The activities of an account, and the number of days since they were last summed up. */
const account = fc.record({ happened, summed: fc.nat(40) });

type Account = typeof account extends fc.Arbitrary<infer Value> ? Value : never;
interface Given extends Account {
  name: string;
}

test('the last days are right on every day, whenever they were summed up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(account, { minLength: 1, maxLength: 6 }), async (accounts) => {
      const today = businessDayOf(new Date());
      const workspace = await app.make.workspace();
      const ann = await app.make.member(workspace.id);
      const given = accounts.map((one, index) => ({ ...one, name: `Account ${index}` }));
      for (const one of given) await make(workspace.id, one, today);
      await expectRight(workspace.id, ann, given, today);
      await refreshDueAccounts(app.db);
      await expectRight(workspace.id, ann, given, today);
      const stale = await app.db
        .selectFrom('listed_accounts')
        .select('account_id')
        .where('recent_until', '<=', today)
        .execute();
      expect(stale).toEqual([]);
    }),
    { numRuns: isLong ? 40 : 8 },
  );
}, 600_000);

/** Makes an account whose last days were summed up some days ago. */
async function make(workspaceId: string, { name, happened, summed }: Given, today: string) {
  const { id } = await app.db
    .insertInto('workspace_accounts')
    .values({ workspace_id: workspaceId, name, domain: `${name.replace(' ', '-')}.example` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const days = happened.map(({ ago, external, internal }) => ({
    workspace_id: workspaceId,
    account_id: id,
    day: addDays(today, -ago),
    external,
    internal,
    total: external + internal,
  }));
  if (days.length > 0) await app.db.insertInto('account_days').values(days).execute();
  await writeListedAccounts(app.db, workspaceId, [id], startOfBusinessDay(addDays(today, -summed)));
}

async function expectRight(
  workspaceId: string,
  { token }: MadePerson,
  given: readonly Given[],
  today: string,
) {
  const list = async (query: object) => {
    const { data } = await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token,
      params: { workspaceId },
      query: { includeTimeline: 'true', limit: '4', ...query },
    });
    return data;
  };
  const shown = (accounts: readonly AccountRow[]) => accounts.map(({ name }) => name);

  const expected = given.map(({ name, happened }) => {
    const days = daysOfWindow('3W', today).map((day) =>
      happened.find(({ ago }) => addDays(today, -ago) === day),
    );
    const externalCounts = days.map((day) => day?.external ?? 0);
    const internalCounts = days.map((day) => day?.internal ?? 0);
    const [external, internal] = [sum(externalCounts), sum(internalCounts)];
    const balance = sideBalance(external, internal);
    return {
      name,
      series: { externalCounts, internalCounts },
      total: external + internal,
      balance,
    };
  });
  const first = await list({});
  const rest = first.page?.nextCursor ? await list({ cursor: first.page.nextCursor }) : undefined;
  expect(
    [...first.accounts, ...(rest?.accounts ?? [])].map(({ timelineSummary }) => timelineSummary),
  ).toEqual(expected.map(({ series }) => series));

  const byTotal = await list({ sort: 'recentActivity', order: 'DESC' });
  const totals = new Map(expected.map(({ name, total }) => [name, total]));
  expect(shown(byTotal.accounts).map((name) => totals.get(name))).toEqual(
    [...totals.values()].sort((one, other) => other - one).slice(0, 4),
  );
  for (const balance of ['external', 'balanced', 'internal'] as const) {
    const { accounts, page } = await list({ balance });
    const ofSide = expected.filter((one) => one.balance === balance).map(({ name }) => name);
    expect(shown(accounts)).toEqual(ofSide.slice(0, 4));
    expect(page?.total).toBe(ofSide.length);
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
