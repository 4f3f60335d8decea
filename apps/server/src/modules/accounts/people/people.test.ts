import { addDays } from '@repo/domain/time/business-day';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import type { MadePerson } from '../../../../test/test-makers.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { readWorkspaceMarks } from '../../integrations/progress/workspace-changes.ts';
import { daysAgo, lee, mail, makePeopleWorkspace, today } from './people.fixture.ts';

let app: TestApp;
let ann: MadePerson;
let ben: MadePerson;
let workspaceId: string;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ ann, ben, workspaceId, accountId } = await makePeopleWorkspace(app));
});

const capture = (person: MadePerson, ...activities: ActivityToCapture[]) =>
  tracking(app).capture(person, activities);

const people = async (query: Record<string, string> = {}) =>
  (
    await app.call('GET /api/accounts/{accountId}/people', {
      token: ann.token,
      params: { accountId },
      query,
    })
  ).data;
test('people come with the colleagues who know them, the best first', async () => {
  const asked = Array.from({ length: 5 }, (_, index) =>
    mail(index + 2, ann, ['lee@acme.com'], { messageIds: [`<asked-${index}>`] }),
  );
  const answer = mail(1, lee, [ann.email], { messageIds: ['<answer>', '<asked-0>'] });
  await capture(ann, ...asked, answer);
  await capture(ben, mail(60, ben, ['lee@acme.com']), mail(3, ben, ['kim@acme.com']));
  const { people: found, total } = await people();
  expect(total).toBe(2);
  expect(found.map(({ name, addresses }) => [name, addresses])).toEqual([
    ['Lee', ['lee@acme.com']],
    ['', ['kim@acme.com']],
  ]);
  expect(found[0]).toMatchObject({
    firstDay: addDays(today, -60),
    lastDay: addDays(today, -1),
    lastDayByUs: addDays(today, -2),
    lastDayByThem: addDays(today, -1),
    days: 7,
    recentDays: 6,
    hidden: null,
    colleagues: [
      { name: 'Ann', label: 'regular', days: 6, recentDays: 6, directMails: 5, answeredMails: 1 },
      { name: 'Ben', label: 'dormant', days: 1, recentDays: 0 },
    ],
  });
  expect((await people({ limit: '1', offset: '1' })).people[0]?.addresses).toEqual([
    'kim@acme.com',
  ]);
  const { data } = await app.call('GET /api/accounts/{accountId}/network', {
    token: ben.token,
    params: { accountId },
  });
  expect(data).toEqual({
    colleagues: [
      { name: 'Ann', email: ann.email },
      { name: 'Ben', email: ben.email },
    ],
    people: [
      { id: found[0]?.id, name: 'Lee', address: 'lee@acme.com' },
      { id: found[1]?.id, name: '', address: 'kim@acme.com' },
    ],
    ties: expect.arrayContaining([
      { colleague: 0, person: 0, label: 'regular' },
      { colleague: 1, person: 0, label: 'dormant' },
      { colleague: 1, person: 1, label: 'weak' },
    ]),
    total: 2,
  });
});

test('a person has a timeline of all accounts, which can be narrowed to a colleague', async () => {
  await capture(
    ann,
    ...[1, 2, 3].map((days) => mail(days, ann, ['lee@acme.com'], { title: `Ann ${days}` })),
    mail(2, ann, ['kim@acme.com'], { title: 'Not of Lee' }),
  );
  await capture(ben, mail(2, lee, [ben.email], { title: 'To Ben', occurredAt: daysAgo(2, 18) }));
  const personId = (await people()).people.find(({ name }) => name === 'Lee')?.id ?? '';
  const read = async (query: Record<string, string>) => {
    const { data } = await app.call(
      'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
      {
        token: ben.token,
        params: { workspaceId, personId },
        query,
      },
    );
    return { titles: data.activities.map(({ title }) => title), before: data.before };
  };
  const first = await read({ limit: '2' });
  expect(first.titles).toEqual(['Ann 1', 'To Ben']);
  expect(await read({ limit: '2', before: first.before ?? '' })).toEqual({
    titles: ['Ann 2', 'Ann 3'],
    before: undefined,
  });
  expect(await read({ colleague: ben.email })).toMatchObject({ titles: ['To Ben'] });
  const { data } = await app.call('GET /api/workspaces/{workspaceId}/people/{personId}', {
    token: ben.token,
    params: { workspaceId, personId },
  });
  expect(data.person).toMatchObject({
    name: 'Lee',
    addresses: ['lee@acme.com'],
    accounts: [{ id: accountId, contact: { days: 3 } }],
  });
});

/** A second account, whose person is merged with the one of the first. */
async function mergeLees(): Promise<string> {
  await app.call('POST /api/accounts/import', {
    token: ann.token,
    body: { domains: ['beta.com'], workspaceId, name: 'Beta' },
  });
  await capture(
    ann,
    mail(1, ann, ['lee@acme.com', 'lee@beta.com'], { title: 'To both' }),
    mail(2, ann, ['lee@acme.com'], { title: 'To the first' }),
    mail(3, ann, ['lee@beta.com'], { title: 'To the second' }),
  );
  const contacts = await app.db
    .selectFrom('contacts')
    .select('person_id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('address')
    .execute();
  const [personId = '', otherId = ''] = contacts.map(({ person_id }) => person_id);
  await app.call('POST /api/workspaces/{workspaceId}/people/{personId}/merge', {
    token: ann.token,
    params: { workspaceId, personId },
    body: { otherId },
  });
  return personId;
}

test('an activity of two accounts is once in the timeline of a person of both', async () => {
  const personId = await mergeLees();
  for (const query of [{}, { colleague: ann.email }]) {
    const { data } = await app.call(
      'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
      { token: ben.token, params: { workspaceId, personId }, query },
    );
    expect(data.activities.map(({ title }) => title)).toEqual([
      'To both',
      'To the first',
      'To the second',
    ]);
  }
});

test('those who watch the workspace hear what a member decides about people', async () => {
  let last: string | undefined;
  const isMarked = async () => {
    const mark = (await readWorkspaceMarks(app.db, [ben.id])).get(ben.id)?.mark;
    const differs = mark !== last;
    last = mark;
    return differs;
  };
  const personId = await mergeLees();
  await isMarked();
  const params = { workspaceId, personId };
  const { token } = ann;
  await app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/visibility', {
    token,
    params,
    body: { isHidden: true },
  });
  expect(await isMarked()).toBe(true);
  await app.call('POST /api/workspaces/{workspaceId}/people/{personId}/separate', {
    token,
    params,
    body: { address: 'lee@beta.com' },
  });
  expect(await isMarked()).toBe(true);
  await app.call('PUT /api/accounts/{accountId}/quiet-dismissal', {
    token,
    params: { accountId },
    body: { until: addDays(today, 7) },
  });
  expect(await isMarked()).toBe(true);
  expect(await isMarked()).toBe(false);
});

test('hidden people are listed apart', async () => {
  await capture(ann, mail(1, ann, ['noreply@acme.com']), mail(1, ann, ['lee@acme.com']));
  const [automated] = (await people({ hidden: 'true' })).people;
  expect(automated).toMatchObject({ addresses: ['noreply@acme.com'], hidden: 'automated' });
  const setHidden = (personId: string, isHidden: boolean | null) =>
    app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/visibility', {
      token: ann.token,
      params: { workspaceId, personId },
      body: { isHidden },
    });
  await setHidden(automated?.id ?? '', false);
  expect((await people()).total).toBe(2);
  expect((await people({ hidden: 'true' })).total).toBe(0);
});
