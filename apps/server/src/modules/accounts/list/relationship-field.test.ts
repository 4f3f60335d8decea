import { addDays } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { sampleMeeting } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { writeListedAccounts } from '../../listed-accounts/write-listed-accounts.ts';
import { refreshDueRelationships } from '../../relationships/refresh-due-relationships.ts';
import { lee, mail, makePeopleWorkspace, today } from '../people/people.fixture.ts';

let app: TestApp;
let ann: MadePerson;
let workspaceId: string;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ ann, workspaceId, accountId } = await makePeopleWorkspace(app));
});

const capture = (person: MadePerson, ...activities: ActivityToCapture[]) =>
  tracking(app).capture(person, activities);

const list = async (query: Record<string, string>) =>
  (
    await app.call('GET /api/workspaces/{workspaceId}/accounts', {
      token: ann.token,
      params: { workspaceId },
      query: { includeRelationships: 'true', limit: '10', ...query },
    })
  ).data;
const rows = async (query: Record<string, string>) => (await list(query)).accounts;

/** The names of all accounts, read one by one. */
async function walk(query: Record<string, string>): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const { page, accounts } = await list({ ...query, limit: '1', ...(cursor && { cursor }) });
    names.push(...accounts.map(({ name }) => name));
    cursor = page?.nextCursor;
  }
  return names;
}

test('the list shows, sorts by and filters by relationships', async () => {
  const make = async (name: string, domain: string) => {
    await app.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: [domain], workspaceId, name },
    });
  };
  await make('Beta', 'beta.com');
  await make('Gamma', 'gamma.com');
  const start = new Date(Date.now() + 86_400_000);
  await capture(
    ann,
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((days) => mail(days * 3, ann, ['a@beta.com'])),
    ...[43, 44, 45, 50, 60, 70].map((days) => mail(days, lee, [ann.email])),
    sampleMeeting({
      occurredAt: start,
      participants: [{ name: '', email: 'a@beta.com', role: 'other' }],
    }),
  );
  const names = async (query: Record<string, string>) =>
    (await rows(query)).map(({ name }) => name);
  for (const sort of ['strength', 'lastContactByUs', 'daysInTouch']) {
    expect((await names({ sort, order: 'DESC' }))[0], sort).toBe('Beta');
  }
  expect(await names({ sort: 'strength', order: 'DESC' })).toEqual(['Beta', 'Acme', 'Gamma']);
  expect((await names({ sort: 'lastContactByThem', order: 'DESC' }))[0]).toBe('Acme');
  expect((await names({ sort: 'nextMeeting', order: 'ASC' }))[0]).toBe('Beta');
  expect(await names({ strength: 'strong' })).toEqual(['Beta']);
  expect(await names({ strength: 'none' })).toEqual(['Gamma']);
  expect(await names({ strength: 'dormant' })).toEqual([]);
  expect(await names({ goingQuiet: 'true' })).toEqual(['Acme']);
  const [acme, beta, gamma] = await rows({});
  expect(beta?.relationship).toEqual({
    label: 'strong',
    lastDay: today,
    lastDayByUs: today,
    lastDayByThem: null,
    recentDays: 9,
    daysInTouch: 9,
    daysBefore: 9,
    nextMeetingAt: start.toISOString(),
    isGoingQuiet: false,
  });
  expect(acme?.relationship).toMatchObject({
    lastDay: addDays(today, -43),
    recentDays: 0,
    daysInTouch: 6,
    daysBefore: 6,
    isGoingQuiet: true,
  });
  expect(gamma?.relationship).toMatchObject({ label: null, lastDay: null, daysInTouch: 0 });
  expect(await walk({ sort: 'strength', order: 'ASC' })).toEqual(['Gamma', 'Acme', 'Beta']);
});

test('orders that change with time are right before and after the job that renews them', async () => {
  for (const [name, domain] of [
    ['Beta', 'beta.com'],
    ['Gamma', 'gamma.com'],
  ] as const) {
    await app.call('POST /api/accounts/import', {
      token: ann.token,
      body: { domains: [domain], workspaceId, name },
    });
  }
  const meeting = (email: string, days: number) =>
    sampleMeeting({
      occurredAt: new Date(Date.now() + days * 86_400_000),
      participants: [{ name: '', email, role: 'other' }],
    });
  await capture(
    ann,
    ...[1, 2, 81, 82, 83].map((days) => mail(days, ann, ['a@beta.com'])),
    ...[3, 40, 81].map((days) => mail(days, ann, ['c@gamma.com'])),
    meeting('a@beta.com', 1),
    meeting('c@gamma.com', 30),
  );
  const names = async (sort: string) =>
    (await rows({ sort, order: 'DESC' })).map(({ name }) => name);
  const stored = () =>
    app.db
      .selectFrom('account_relationships')
      .select(['days_in_touch', 'days_in_touch_until'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('days_in_touch', 'desc')
      .execute();
  expect(await names('daysInTouch')).toEqual(['Beta', 'Gamma', 'Acme']);
  expect(await stored()).toEqual([
    { days_in_touch: 5, days_in_touch_until: addDays(today, 1) },
    { days_in_touch: 3, days_in_touch_until: addDays(today, 3) },
    { days_in_touch: 0, days_in_touch_until: 'infinity' },
  ]);
  expect(await names('nextMeeting')).toEqual(['Gamma', 'Beta', 'Acme']);

  // As if the last renewal had been three days ago, and Gamma's meeting had begun since.
  await sql`
    update account_relationships relationship
    set days_in_touch = 9, days_in_touch_until = ${today}, next_meeting_at = now() - interval '1 second'
    from workspace_accounts account
    where account.workspace_id = relationship.workspace_id
      and account.id = relationship.account_id and account.workspace_id = ${workspaceId}
      and account.name = 'Gamma'`.execute(app.db);
  expect(await names('daysInTouch')).toEqual(['Beta', 'Gamma', 'Acme']);
  expect((await names('nextMeeting'))[0]).toBe('Beta');
  // Outdated accounts are among the others also where the list is read in parts.
  for (const sort of ['daysInTouch', 'nextMeeting']) {
    for (const order of ['ASC', 'DESC']) {
      const all = (await rows({ sort, order })).map(({ name }) => name);
      expect(await walk({ sort, order }), `${sort} ${order}`).toEqual(all);
      const second = await rows({ sort, order, limit: '1', offset: '1' });
      expect(second.map(({ name }) => name)).toEqual(all.slice(1, 2));
      const found = await rows({ sort, order, search: 'gam', strength: 'regular' });
      expect(found.map(({ name }) => name)).toEqual(all.filter((name) => name === 'Gamma'));
    }
  }

  await refreshDueRelationships(app.db, new Date(`${addDays(today, 2)}T17:00:00Z`));
  expect(await stored()).toEqual([
    { days_in_touch: 4, days_in_touch_until: addDays(today, 3) },
    { days_in_touch: 3, days_in_touch_until: addDays(today, 3) },
    { days_in_touch: 0, days_in_touch_until: 'infinity' },
  ]);
});

test('half of a long list is outdated, and each part of it is in order', async () => {
  const { rows: made } = await sql<{ id: string }>`
    insert into workspace_accounts (workspace_id, domain, name, created_by)
    select ${workspaceId}, 'made' || number || '.com', 'Made ' || number, ${ann.id}
    from generate_series(1, 260) number returning id`.execute(app.db);
  const ids = made.map(({ id }) => id);
  await writeListedAccounts(app.db, workspaceId, ids);
  await sql`
    insert into account_relationships (
      workspace_id, account_id, last_day, recent_days, days_in_touch, days_in_touch_until)
    select ${workspaceId}, id, ${today},
      (repeat('1', number % 80) || repeat('0', 84 - number % 80))::bit(84),
      case when number % 2 = 0 then number % 80 else 83 end,
      case when number % 2 = 0 then 'infinity' else ${today}::date end
    from (
      select id, number::integer
      from unnest(${ids}::uuid[]) with ordinality as given(id, number)) given
    on conflict (workspace_id, account_id) do update
      set (last_day, recent_days, days_in_touch, days_in_touch_until) = (excluded.last_day,
        excluded.recent_days, excluded.days_in_touch, excluded.days_in_touch_until)`.execute(
    app.db,
  );
  const read = async (order: string, offset: number) =>
    (await rows({ sort: 'daysInTouch', order, offset: String(offset), limit: '90' })).map(
      ({ relationship }) => relationship?.daysInTouch ?? -1,
    );
  for (const [order, sign] of [
    ['ASC', 1],
    ['DESC', -1],
  ] as const) {
    const parts = [await read(order, 0), await read(order, 90), await read(order, 180)];
    const all = parts.flat();
    expect(all).toHaveLength(261);
    expect(all).toEqual(all.toSorted((one, other) => sign * (one - other)));
  }
});

test('an account that is going quiet can be dismissed for a time', async () => {
  await capture(ann, ...[43, 44, 45, 50, 60, 70].map((days) => mail(days, lee, [ann.email])));
  const dismiss = (until: string | null) =>
    app.call('PUT /api/accounts/{accountId}/quiet-dismissal', {
      token: ann.token,
      params: { accountId },
      body: { until },
    });
  const isQuiet = async () => (await rows({ goingQuiet: 'true' })).length === 1;
  expect(await isQuiet()).toBe(true);
  await dismiss(addDays(today, 7));
  expect(await isQuiet()).toBe(false);
  await dismiss(addDays(today, -1));
  expect(await isQuiet()).toBe(true);
  await dismiss(null);
  expect(await isQuiet()).toBe(true);
  expect((await dismiss(addDays(today, 366))).status).toBe(400);
});
