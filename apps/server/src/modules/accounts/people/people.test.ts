import { addDays } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isOnCluster } from '#test/create-test-database.ts';
import type { MadePerson } from '#test/test-makers.ts';
import type { ActivityToCapture } from '../../activities/activity-to-capture.ts';
import { tracking } from '../../domains/tracking.fixture.ts';
import { readWorkspaceMarks } from '../../integrations/event-stream/workspace-changes.ts';
import { daysAgo, lee, mail, inPeopleWorkspace, today } from './people.fixture.ts';

const lab = inPeopleWorkspace();

const capture = (person: MadePerson, ...activities: ActivityToCapture[]) =>
  tracking(lab.app).capture(person, activities);

const hide = (personId: string, isHidden: boolean | null, { token }: MadePerson = lab.ann) =>
  lab.app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/visibility', {
    token,
    params: { workspaceId: lab.workspaceId, personId },
    body: { isHidden },
  });
const dismiss = (personId: string, until: string | null, { token }: MadePerson = lab.ann) =>
  lab.app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/quiet-dismissal', {
    token,
    params: { workspaceId: lab.workspaceId, personId },
    body: { until },
  });

const people = async (query: Record<string, string> = {}) =>
  (
    await lab.app.call('GET /api/accounts/{accountId}/people', {
      token: lab.ann.token,
      params: { accountId: lab.accountId },
      query,
    })
  ).data;
test('people come with the colleagues who know them, the best first', async () => {
  const asked = Array.from({ length: 5 }, (_, index) =>
    mail(index + 2, lab.ann, ['lee@acme.com'], { messageIds: [`<asked-${index}>`] }),
  );
  const answer = mail(1, lee, [lab.ann.email], { messageIds: ['<answer>', '<asked-0>'] });
  await capture(lab.ann, ...asked, answer);
  await capture(lab.ben, mail(60, lab.ben, ['lee@acme.com']), mail(3, lab.ben, ['kim@acme.com']));
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
  const { data } = await lab.app.call('GET /api/accounts/{accountId}/network', {
    token: lab.ben.token,
    params: { accountId: lab.accountId },
  });
  expect(data).toEqual({
    colleagues: [
      { name: 'Ann', email: lab.ann.email },
      { name: 'Ben', email: lab.ben.email },
    ],
    people: [
      { id: found[0]?.id, name: 'Lee', address: 'lee@acme.com' },
      { id: found[1]?.id, name: '', address: 'kim@acme.com' },
    ],
    ties: expect.arrayContaining([
      { colleague: 0, person: 0, label: 'regular', recentDays: 6, lastDay: addDays(today, -1) },
      { colleague: 1, person: 0, label: 'dormant', recentDays: 0, lastDay: addDays(today, -60) },
      { colleague: 1, person: 1, label: 'weak', recentDays: 1, lastDay: addDays(today, -3) },
    ]),
    total: 2,
  });
});

test('an automatic answer is none, unless someone has a copy that a person sent', async () => {
  const asked = Array.from({ length: 5 }, (_, index) =>
    mail(index + 10, lab.ann, ['lee@acme.com'], { messageIds: [`<asked-${index}>`] }),
  );
  const reply = (id: string, to: string, given: Partial<ActivityToCapture> = {}) =>
    mail(2, lee, [to], { messageIds: [`<answer-${id}>`, `<asked-${id}>`], ...given });
  await capture(
    lab.ann,
    ...asked,
    reply('0', lab.ann.email, { isAutomatic: true }),
    reply('1', lab.ann.email),
    // Ann's copy came through a list, Ben's directly.
    reply('2', lab.ben.email, { key: 'both have it', isAutomatic: true }),
  );
  await capture(lab.ben, reply('2', lab.ben.email, { key: 'both have it' }));
  const [{ colleagues } = {}] = (await people()).people;
  expect(colleagues?.find(({ name }) => name === 'Ann')).toMatchObject({
    directMails: 5,
    answeredMails: 2,
  });
});

test('a person has a timeline of all accounts, which can be narrowed to a colleague', async () => {
  await capture(
    lab.ann,
    ...[1, 2, 3].map((days) => mail(days, lab.ann, ['lee@acme.com'], { title: `Ann ${days}` })),
    mail(2, lab.ann, ['kim@acme.com'], { title: 'Not of Lee' }),
  );
  await capture(
    lab.ben,
    mail(2, lee, [lab.ben.email], { title: 'To Ben', occurredAt: daysAgo(2, 18) }),
  );
  const personId = (await people()).people.find(({ name }) => name === 'Lee')?.id ?? '';
  const read = async (query: Record<string, string>) => {
    const { data } = await lab.app.call(
      'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
      {
        token: lab.ben.token,
        params: { workspaceId: lab.workspaceId, personId },
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
  expect(await read({ colleague: lab.ben.email })).toMatchObject({ titles: ['To Ben'] });
  const { data } = await lab.app.call('GET /api/workspaces/{workspaceId}/people/{personId}', {
    token: lab.ben.token,
    params: { workspaceId: lab.workspaceId, personId },
  });
  expect(data.person).toMatchObject({
    name: 'Lee',
    addresses: ['lee@acme.com'],
    accounts: [{ id: lab.accountId, contact: { days: 3 } }],
  });
});

test('a text that the database cannot compare is refused with its field', async () => {
  await capture(lab.ann, mail(1, lab.ann, ['lee@acme.com']));
  const params = { workspaceId: lab.workspaceId, personId: (await people()).people[0]?.id ?? '' };
  const { token } = lab.ann;
  const responses = [
    await lab.app.call('GET /api/workspaces/{workspaceId}/people/{personId}/timeline', {
      token,
      params,
      query: { colleague: 'ann\0@home.example' },
    }),
    await lab.app.call('POST /api/workspaces/{workspaceId}/people/{personId}/separate', {
      token,
      params,
      body: { address: 'lee\0@acme.com' },
    }),
  ];
  expect(responses.map(({ error }) => [error?.status, error?.message])).toEqual([
    [400, 'colleague: must be one line of text'],
    [400, 'address: must be one line of text'],
  ]);
});

/** A second account, with a person who is merged with one of the first account. */
async function mergeLees(): Promise<string> {
  await lab.app.call('POST /api/accounts/import', {
    token: lab.ann.token,
    body: { domains: ['beta.com'], workspaceId: lab.workspaceId, name: 'Beta' },
  });
  await capture(
    lab.ann,
    mail(1, lab.ann, ['lee@acme.com', 'lee@beta.com'], { title: 'To both' }),
    mail(2, lab.ann, ['lee@acme.com'], { title: 'To the first' }),
    mail(3, lab.ann, ['lee@beta.com'], { title: 'To the second' }),
  );
  const contacts = await lab.app.db
    .selectFrom('contacts')
    .select('person_id')
    .where('workspace_id', '=', lab.workspaceId)
    .orderBy('address')
    .execute();
  const [personId = '', otherId = ''] = contacts.map(({ person_id }) => person_id);
  await lab.app.call('POST /api/workspaces/{workspaceId}/people/{personId}/merge', {
    token: lab.ann.token,
    params: { workspaceId: lab.workspaceId, personId },
    body: { otherId },
  });
  return personId;
}

test('an activity of two accounts is once in the timeline of a person of both', async () => {
  const personId = await mergeLees();
  for (const query of [{}, { colleague: lab.ann.email }]) {
    const { data } = await lab.app.call(
      'GET /api/workspaces/{workspaceId}/people/{personId}/timeline',
      { token: lab.ben.token, params: { workspaceId: lab.workspaceId, personId }, query },
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
    const mark = (await readWorkspaceMarks(lab.app.db, [lab.ben.id])).get(lab.ben.id)?.mark;
    const differs = mark !== last;
    last = mark;
    return differs;
  };
  const personId = await mergeLees();
  await isMarked();
  const params = { workspaceId: lab.workspaceId, personId };
  const { token } = lab.ann;
  await lab.app.call('PUT /api/workspaces/{workspaceId}/people/{personId}/visibility', {
    token,
    params,
    body: { isHidden: true },
  });
  expect(await isMarked()).toBe(true);
  await lab.app.call('POST /api/workspaces/{workspaceId}/people/{personId}/separate', {
    token,
    params,
    body: { address: 'lee@beta.com' },
  });
  expect(await isMarked()).toBe(true);
  await lab.app.call('PUT /api/accounts/{accountId}/quiet-dismissal', {
    token,
    params: { accountId: lab.accountId },
    body: { until: addDays(today, 7) },
  });
  expect(await isMarked()).toBe(true);
  expect(await isMarked()).toBe(false);
});

test('hidden people are listed apart, with who hid them', async () => {
  await capture(
    lab.ann,
    mail(1, lab.ann, ['noreply@acme.com']),
    mail(1, lab.ann, ['lee@acme.com']),
  );
  const [automated] = (await people({ hidden: 'true' })).people;
  expect(automated).toMatchObject({
    addresses: ['noreply@acme.com'],
    hidden: 'automated',
    hiddenBy: '',
  });
  await hide(automated?.id ?? '', false);
  const shown = await people();
  expect(shown.total).toBe(2);
  expect((await people({ hidden: 'true' })).total).toBe(0);
  const person = shown.people.find(({ addresses }) => addresses[0] === 'lee@acme.com');
  await hide(person?.id ?? '', true, lab.ben);
  expect((await people({ hidden: 'true' })).people).toMatchObject([
    { addresses: ['lee@acme.com'], hidden: 'by-hand', hiddenBy: 'Ben' },
  ]);
  await hide(person?.id ?? '', null);
  expect((await people()).people.every(({ hidden }) => hidden === null)).toBe(true);
});

test('people are found by words of their names and addresses', async () => {
  await capture(
    lab.ann,
    mail(1, { name: 'Lee Chen', email: 'lee@acme.com' }, [lab.ann.email]),
    mail(2, { name: '100%_sure', email: 'chen.kim@acme.com' }, [lab.ann.email]),
  );
  const find = async (search: string) =>
    (await people({ search })).people.map(({ addresses }) => addresses[0]);
  expect(await find('CHEN')).toEqual(['lee@acme.com', 'chen.kim@acme.com']);
  expect(await find(' chen   lee ')).toEqual(['lee@acme.com']);
  expect(await find('%_s')).toEqual(['chen.kim@acme.com']);
  expect(await find('%')).toEqual(['chen.kim@acme.com']);
  expect(await find('nobody')).toEqual([]);
  expect((await people({ search: 'lee', limit: '1' })).total).toBe(1);
});

test('people who are going quiet can be listed, and dismissed for a time', async () => {
  const before = [43, 44, 45, 50, 60, 70];
  await capture(
    lab.ann,
    ...before.map((days) => mail(days, lee, [lab.ann.email])),
    ...before.slice(1).map((days) => mail(days, lab.ann, ['kim@acme.com'])),
    ...[1, ...before].map((days) => mail(days, lab.ann, ['max@acme.com'])),
    // The twelve weeks end with the last contact: the day before them does not count.
    ...[50, 52, 54, 56, 58, 135].map((days) => mail(days, lab.ann, ['zoe@acme.com'])),
  );
  const quiet = async () => (await people({ goingQuiet: 'true' })).people;
  const [found, ...others] = await quiet();
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    addresses: ['lee@acme.com'],
    isGoingQuiet: true,
    quietDismissal: null,
    daysBefore: 6,
  });
  const id = found?.id ?? '';
  const until = addDays(today, 30);
  expect((await dismiss(id, until, lab.ben)).status).toBe(200);
  expect(await quiet()).toEqual([]);
  expect((await people({ search: 'lee' })).people).toMatchObject([
    { isGoingQuiet: false, quietDismissal: { until, by: 'Ben' } },
  ]);
  // The dismissal ends on the following day.
  await dismiss(id, addDays(today, -1));
  expect(await quiet()).toMatchObject([{ quietDismissal: null }]);
  await dismiss(id, until);
  await dismiss(id, null);
  expect(await quiet()).toHaveLength(1);
  expect((await dismiss(id, addDays(today, 366))).status).toBe(400);
  expect((await dismiss(id, '0000-01-01')).status).toBe(400);
});

test('the relationship with an account says who dismissed it as quiet', async () => {
  const read = async () =>
    (
      await lab.app.call('GET /api/accounts/{accountId}/relationship', {
        token: lab.ben.token,
        params: { accountId: lab.accountId },
      })
    ).data.relationship;
  expect(await read()).toMatchObject({ label: null, isGoingQuiet: false, quietDismissal: null });
  await capture(
    lab.ann,
    ...[43, 44, 45, 50, 60, 70].map((days) => mail(days, lee, [lab.ann.email])),
  );
  expect(await read()).toMatchObject({
    label: 'regular',
    lastDay: addDays(today, -43),
    daysBefore: 6,
    isGoingQuiet: true,
  });
  const until = addDays(today, 7);
  await lab.app.call('PUT /api/accounts/{accountId}/quiet-dismissal', {
    token: lab.ann.token,
    params: { accountId: lab.accountId },
    body: { until },
  });
  expect(await read()).toMatchObject({
    isGoingQuiet: false,
    quietDismissal: { until, by: 'Ann' },
  });
});

test('a merged address says who merged it', async () => {
  const personId = await mergeLees();
  const read = async () =>
    (
      await lab.app.call('GET /api/workspaces/{workspaceId}/people/{personId}', {
        token: lab.ben.token,
        params: { workspaceId: lab.workspaceId, personId },
      })
    ).data.person;
  expect((await read()).merged).toEqual([{ address: 'lee@beta.com', by: 'Ann' }]);
  const { data } = await lab.app.call(
    'POST /api/workspaces/{workspaceId}/people/{personId}/separate',
    {
      token: lab.ben.token,
      params: { workspaceId: lab.workspaceId, personId },
      body: { address: 'lee@beta.com' },
    },
  );
  expect(data).toEqual({ othersId: personId });
  expect((await read()).merged).toEqual([]);
});

test('of thousands of people a page is read, and the network shows the strongest', async () => {
  await capture(lab.ann, mail(1, lab.ann, ['lee@acme.com']));
  await sql`
    with made as (
      insert into contacts (workspace_id, account_id, id, address, person_id, is_automated)
      select ${lab.workspaceId}, ${lab.accountId}, id, 'p' || number || '@acme.com', id, false
      from (select number, uuidv7() as id from generate_series(1, 10000) number) numbered
      returning workspace_id, account_id, id
    ), days as (
      insert into tie_days (workspace_id, account_id, contact_id, user_id, day, addresses, by_us, by_them)
      select workspace_id, account_id, id, ${lab.ann.id}, ${addDays(today, -3)}, 5, true, false from made)
    insert into ties (workspace_id, account_id, person_id, user_id, key, last_day)
    select workspace_id, account_id, id, ${lab.ann.id}, 0.1, ${addDays(today, -3)} from made`.execute(
    lab.app.db,
  );
  // One node knows without it that a workspace can have many (docs/decisions/tenant-statistics.md).
  if (isOnCluster()) await sql`analyze contacts, tie_days, ties`.execute(lab.app.db);
  const page = await people({ limit: '50', offset: '9990' });
  expect(page.total).toBe(10_001);
  expect(page.people).toHaveLength(11);
  await expect(people({ limit: '51' })).rejects.toThrow('limit: Too big');
  const { data } = await lab.app.call('GET /api/accounts/{accountId}/network', {
    token: lab.ann.token,
    params: { accountId: lab.accountId },
  });
  expect(data.people).toHaveLength(30);
  expect(data.people[0]?.address).toBe('lee@acme.com');
  expect(data.total).toBe(10_001);
});
