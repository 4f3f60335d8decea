import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import type { ActivityToCapture } from '#modules/activities/activity-to-capture.ts';
import { sampleMail, sampleMeeting } from '#modules/activities/sample-mail.fixture.ts';
import { tracking } from '../tracking.fixture.ts';

let app: TestApp;
let workspaceId: string;
let accountId: string;
let domainId: string;
let ann: MadePerson;
let bob: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  ann = await app.make.member(workspaceId, { name: 'Ann' });
  bob = await app.make.member(workspaceId, { name: 'Bob' });
  ({ accountId, domainId } = await tracking(app).makeAccount(ann, workspaceId));
});
afterAll(() => app.close());

const read = (query: { limit?: number; before?: string } = {}, token = ann.token, id = domainId) =>
  app.call('GET /api/accounts/domains/{id}/as-colleagues-see', { token, params: { id }, query });

/** Each activity as "title: level", with what colleagues see and the reason why it is less than the share says. */
async function compared(query: { limit?: number; before?: string } = {}): Promise<string[]> {
  const { data } = await read(query);
  return data.activities.map(({ title, shown, reason, isByColleague }) =>
    [
      `${title}: ${shown === null ? 'not shown' : (shown.level ?? 'full')}`,
      ...(shown !== null && shown.title === '' ? ['without title'] : []),
      ...(isByColleague ? ['by a colleague'] : []),
      ...(reason === undefined ? [] : [reason]),
    ].join(', '),
  );
}

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000);
const mail = (title: string, daysAgo: number, given: Partial<ActivityToCapture> = {}) =>
  sampleMail({
    title,
    key: title,
    occurredAt: at(daysAgo),
    messageIds: [`<${title}@x>`],
    ...given,
  });

const setLevel = (level: ShareLevel) =>
  app.call('PUT /api/accounts/domains/level', {
    token: ann.token,
    body: { domainIds: [domainId], level },
  });

async function keepPrivate(title: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from account_activities where account_id = ${accountId} and title = ${title}`.execute(
    app.db,
  );
  await app.call('POST /api/activities/{activityId}/private', {
    token: ann.token,
    params: { activityId: rows[0]?.id ?? '' },
  });
}

const protect = (address: string, shares: 'activity' | 'nothing') =>
  app.call('PUT /api/protected-addresses', { token: ann.token, body: { address, shares } });

const from = (email: string): Partial<ActivityToCapture> => ({
  participants: [
    { name: '', email, role: 'from' },
    { name: 'Ann', email: ann.email, role: 'to' },
  ],
});

test('lists each activity with what the account shows, newest first, and why it is less', async () => {
  await tracking(app).capture(ann, [
    mail('open', 1),
    mail('kept', 2),
    mail('lawyer', 3, from('lawyer@acme.com')),
    mail('doctor', 4, from('doctor@acme.com')),
    sampleMeeting({ title: 'marked', key: 'marked', occurredAt: at(5), isPrivate: true }),
    mail('blind', 6, {
      participants: [{ name: 'Ann', email: ann.email, role: 'from' }],
      bcc: [{ name: '', email: 'hidden@acme.com', role: 'other' }],
    }),
  ]);
  await keepPrivate('kept');
  await protect('lawyer@acme.com', 'activity');
  await protect('doctor@acme.com', 'nothing');
  expect(await compared()).toEqual([
    'open: full',
    'kept: not shown, private-conversation',
    'lawyer: activity, without title, protected-address',
    'doctor: not shown, protected-address',
    'marked: not shown, private-meeting',
    'blind: not shown, hidden-recipient',
  ]);
  const { data } = await read();
  expect(data).toMatchObject({
    domain: 'acme.com',
    workspace: { id: workspaceId },
    account: { id: accountId, name: 'Acme' },
    level: 'full',
    isChanging: false,
    colleagues: { total: 1, first: [{ name: 'Bob', email: bob.email }] },
    withheld: { privateConversations: 1, privateMeetings: 1 },
  });
});

test.each(['activity', 'subject', 'full'] as const)(
  'shows what the level %s shows',
  async (level) => {
    await tracking(app).capture(ann, [mail('one', 1)]);
    await setLevel(level);
    const { data } = await read();
    expect(data.level).toBe(level);
    const timeline = await app.call('GET /api/accounts/{accountId}/timeline', {
      token: bob.token,
      params: { accountId },
      query: { range: '12W' },
    });
    expect(data.activities.map(({ shown }) => shown)).toEqual(timeline.data.activities);
  },
);

test('shows no more than a lower level while activities are being stored at it', async () => {
  await tracking(app).capture(ann, [mail('one', 1)]);
  await sql`
    insert into level_changes (workspace_id, account_id, owner_id, level)
    values (${workspaceId}, ${accountId}, ${ann.id}, 0)`.execute(app.db);
  expect(await compared()).toEqual(['one: activity, without title']);
  expect((await read()).data.isChanging).toBe(true);
});

test('names what a colleague shows of a conversation that one keeps private', async () => {
  await tracking(app).capture(ann, [mail('both', 1)]);
  const { data } = await tracking(app).importOne(bob.token, 'acme.com');
  await app.call('POST /api/accounts/domains/share', {
    token: bob.token,
    body: { domainId: data.results[0]?.domain.id ?? '', workspaceId },
  });
  await tracking(app).capture(bob, [mail('both', 1)]);
  expect(await compared()).toEqual(['both: full']);
  await keepPrivate('both');
  expect(await compared()).toEqual(['both: full, by a colleague, private-conversation']);
});

test('is read in pages, without gaps and without repetition', async () => {
  // Two at the same instant are on different pages.
  const days = [1, 2, 2, 3, 4];
  const moments = new Map(days.map((day) => [day, at(day)]));
  await tracking(app).capture(
    ann,
    days.map((day, index) => mail(`m${index}`, day, { occurredAt: moments.get(day) ?? at(day) })),
  );
  const titles: string[] = [];
  for (let query: { limit: number; before?: string } | undefined = { limit: 2 }; query;) {
    const { data } = await read(query);
    titles.push(...data.activities.map(({ title }) => title));
    query = data.before === undefined ? undefined : { limit: 2, before: data.before };
  }
  expect(titles.toSorted()).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
  expect(titles[0]).toBe('m0');
});

test('is refused for a domain that is another’s, not shared, or in a workspace that one left', async () => {
  const refused = { status: 404 };
  await expect(read({}, bob.token)).resolves.toMatchObject(refused);
  const { data } = await tracking(app).importOne(ann.token, 'other.com');
  const unshared = data.results[0]?.domain.id ?? '';
  await expect(read({}, ann.token, unshared)).resolves.toMatchObject(refused);
  await app.db
    .deleteFrom('memberships')
    .where('user_id', '=', ann.id)
    .where('workspace_id', '=', workspaceId)
    .execute();
  await expect(read()).resolves.toMatchObject(refused);
});
