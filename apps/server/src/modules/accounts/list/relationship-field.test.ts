import { addDays } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import type { MadePerson } from '../../../../test/test-makers.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { sampleMeeting } from '../../activities/sample-mail.fixture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
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
  const walked: string[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const query: Record<string, string> = { sort: 'strength', order: 'ASC', limit: '1' };
    const { page, accounts } = await list(cursor === '' ? query : { ...query, cursor });
    walked.push(...accounts.map(({ name }) => name));
    cursor = page?.nextCursor;
  }
  expect(walked).toEqual(['Gamma', 'Acme', 'Beta']);
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
    where account.id = relationship.account_id and account.workspace_id = ${workspaceId}
      and account.name = 'Gamma'`.execute(app.db);
  expect(await names('daysInTouch')).toEqual(['Beta', 'Gamma', 'Acme']);
  expect((await names('nextMeeting'))[0]).toBe('Beta');

  await refreshDueRelationships(app.db, new Date(`${addDays(today, 2)}T17:00:00Z`));
  expect(await stored()).toEqual([
    { days_in_touch: 4, days_in_touch_until: addDays(today, 3) },
    { days_in_touch: 3, days_in_touch_until: addDays(today, 3) },
    { days_in_touch: 0, days_in_touch_until: 'infinity' },
  ]);
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
