import { randomUUID } from 'node:crypto';
import type { TimelineItem } from '@repo/contract/activities';
import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';
import type { ActivityToCapture } from '../activities/activity-to-capture.ts';
import { sampleMail, sampleMeeting } from '../activities/sample-mail.fixture.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { shareDomain } from '#modules/domains/sharing/share-domain.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { fillReadModel } from '#test/fill-read-model.ts';

let app: TestApp;
let workspace: Made;
let ann: MadePerson;
let accountId: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspace = await app.make.workspace();
  ann = await app.make.member(workspace.id, { name: 'Ann' });
  ({ accountId } = await tracking(app).makeAccount(ann, workspace.id));
});
afterAll(() => app.close());

/** A colleague who also shares the domain. */
async function sharer(name: string): Promise<MadePerson> {
  const person = await app.make.member(workspace.id, { name });
  const [imported] = await importDomains(app.db, person.id, {
    domains: ['acme.com'],
    source: 'manual',
  });
  const domainId = imported?.domain.id ?? '';
  await shareDomain(app.db, { userId: person.id, domainId, workspaceId: workspace.id });
  return person;
}

const capture = (person: MadePerson, activities: ActivityToCapture[]) =>
  tracking(app).capture(person, activities);

const listOf = async (token: string, query: { includeTimeline?: string } = {}) =>
  app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token,
    params: { workspaceId: workspace.id },
    query,
  });

const today = businessDayOf(new Date());
/** Noon in New York, so many days ago. */
const daysAgo = (count: number) =>
  new Date(startOfBusinessDay(addDays(today, -count)).getTime() + 12 * 3_600_000);
const by = (email: string, ...to: string[]) => [
  { name: '', email, role: 'from' as const },
  ...to.map((one) => ({ name: '', email: one, role: 'to' as const })),
];

describe('GET /api/workspaces/{workspaceId}/accounts', () => {
  test('gives what the grid shows of each account', async () => {
    const bob = await sharer('Bob');
    const shared = sampleMail({ occurredAt: daysAgo(1), title: 'Newest' });
    await capture(ann, [shared, sampleMail({ occurredAt: daysAgo(3) })]);
    await capture(bob, [{ ...shared, externalId: 'another mailbox' }]);
    const { data } = await listOf(ann.token);
    expect(data).toEqual({
      accounts: [
        {
          id: accountId,
          name: 'Acme',
          domain: 'acme.com',
          faviconUrl: expect.stringMatching(/^\/api\/icons\/acme\.com\/[\w-]{22}$/),
          activityCount: 2,
          lastActivity: {
            title: 'Newest',
            type: 'email',
            occurredAt: daysAgo(1).toISOString(),
          },
          contributors: [
            { user: { name: 'Ann', email: ann.email } },
            { user: { name: 'Bob', email: bob.email } },
          ],
          creator: { name: 'Ann' },
          createdAt: expect.any(String),
        },
      ],
    });
  });

  test('counts 21 New York days by side, oldest first, ending today', async () => {
    const atDayStart = startOfBusinessDay(addDays(today, -20));
    await capture(ann, [
      sampleMail({ occurredAt: new Date(atDayStart.getTime() - 1) }),
      sampleMail({ occurredAt: atDayStart }),
      sampleMail({ occurredAt: daysAgo(2), participants: by('me@home.example', 'a@acme.com') }),
      sampleMail({ occurredAt: daysAgo(2) }),
      sampleMeeting({ occurredAt: daysAgo(1) }),
      sampleMeeting({ occurredAt: daysAgo(-1) }),
    ]);
    const [account] = (await listOf(ann.token, { includeTimeline: 'true' })).data.accounts;
    const none = Array.from({ length: 17 }, () => 0);
    expect(account?.timelineSummary).toEqual({
      externalCounts: [1, ...none, 1, 1, 0],
      internalCounts: [0, ...none, 1, 1, 0],
    });
    expect(account?.activityCount).toBe(5);
  });

  test('is sorted by name, regardless of the creator', async () => {
    await importDomains(app.db, ann.id, {
      domains: ['zebra.org'],
      source: 'manual',
      name: 'aardvark',
      workspaceId: workspace.id,
    });
    await app.db.updateTable('workspace_accounts').set({ created_by: null }).execute();
    await fillReadModel(app.db, workspace.id);
    const { data } = await listOf(ann.token);
    expect(data.accounts).toMatchObject([
      { name: 'aardvark', lastActivity: null, creator: null, contributors: [] },
      { name: 'Acme' },
    ]);
  });

  test('is for members', async () => {
    const stranger = await app.make.person();
    expect((await listOf(stranger.token)).status).toBe(404);
  });
});

describe('GET /api/accounts/{accountId}', () => {
  const find = (token: string, id = accountId) =>
    app.call('GET /api/accounts/{accountId}', { token, params: { accountId: id } });

  test('gives the account', async () => {
    expect((await find(ann.token)).data.workspaceAccount).toMatchObject({
      id: accountId,
      workspaceId: workspace.id,
      name: 'Acme',
      domain: 'acme.com',
      discoveredByUser: { name: 'Ann' },
      activityCount: 0,
    });
  });

  test('is for members', async () => {
    const stranger = await app.make.person();
    expect(await find(stranger.token)).toMatchObject({
      status: 404,
      error: { message: 'Account not found' },
    });
    expect((await find(ann.token, randomUUID())).status).toBe(404);
    expect((await find(ann.token, 'nonsense')).status).toBe(400);
  });
});

describe('GET /api/accounts/{accountId}/timeline', () => {
  async function timeline(
    query: { range?: '3W' | '6W' | '12W'; end_date?: string } = {},
    token = ann.token,
  ): Promise<TimelineItem[]> {
    const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
      token,
      params: { accountId },
      query,
    });
    return data.activities;
  }

  test('gives whole days of the window, newest first', async () => {
    const first = startOfBusinessDay(addDays(today, -20)).getTime();
    await capture(ann, [
      sampleMail({ title: 'Just before', occurredAt: new Date(first - 1) }),
      sampleMail({ title: 'At its beginning', occurredAt: new Date(first) }),
      sampleMeeting({ title: 'Today', occurredAt: daysAgo(0), location: 'Room 1' }),
      sampleMeeting({ title: 'Tomorrow', occurredAt: daysAgo(-1) }),
    ]);
    const items = await timeline();
    expect(items.map(({ title }) => title)).toEqual(['Today', 'At its beginning']);
    expect(items[0]).toMatchObject({
      type: 'calendar',
      side: 'both',
      location: 'Room 1',
      startTime: daysAgo(0).toISOString(),
      user: { name: 'Ann', email: ann.email },
      contributors: [{ name: 'Ann', email: ann.email }],
    });
    expect((await timeline({ range: '6W' })).map(({ title }) => title)).toContain('Just before');
    const earlier = await timeline({ end_date: addDays(today, -21) });
    expect(earlier.map(({ title }) => title)).toEqual(['Just before']);
  });

  test('never ends past today, and takes any day that exists', async () => {
    await capture(ann, [sampleMail({ title: 'Now' })]);
    for (const end_date of ['9999-12-31', addDays(today, 30)]) {
      expect((await timeline({ end_date })).map(({ title }) => title)).toEqual(['Now']);
    }
    expect(await timeline({ end_date: '0001-01-01' })).toEqual([]);
    await expect(timeline({ end_date: '2026-02-30' })).rejects.toThrow('answered 400');
  });

  test('shows the copies of one mail in several mailboxes as one', async () => {
    const bob = await sharer('Bob');
    const mail = sampleMail({ title: 'Of Ann' });
    await capture(ann, [mail]);
    await capture(bob, [{ ...mail, externalId: 'x', title: 'Of Bob' }]);
    expect(await timeline()).toMatchObject([
      { title: 'Of Ann', user: { name: 'Ann' }, contributors: [{ name: 'Ann' }, { name: 'Bob' }] },
    ]);
  });

  test('gathers the emails of a thread into a conversation at its last message', async () => {
    const ids = ['<1@acme.com>', '<2@home.example>', '<3@acme.com>'] as const;
    await capture(ann, [
      sampleMail({
        title: 'Question',
        occurredAt: daysAgo(25),
        messageIds: [ids[0]],
        participants: by('ann@acme.com', 'me@home.example', 'old@acme.com'),
      }),
      sampleMail({
        title: 'Re: Question',
        occurredAt: daysAgo(5),
        messageIds: [ids[1], ids[0]],
        participants: by('me@home.example', 'ann@acme.com'),
      }),
      sampleMeeting({ title: 'Between', occurredAt: daysAgo(3) }),
      sampleMail({
        title: 'Re: Re: Question',
        summary: 'The end',
        occurredAt: daysAgo(1),
        messageIds: [ids[2], ids[0], ids[1]],
        participants: by('ann@acme.com', 'me@home.example'),
      }),
      sampleMail({ title: 'Another thread', occurredAt: daysAgo(0) }),
    ]);
    const items = await timeline();
    expect(items.map(({ title }) => title)).toEqual([
      'Another thread',
      'Re: Re: Question',
      'Between',
    ]);
    expect(items[1]).toMatchObject({
      type: 'conversation',
      id: expect.stringMatching(/^conversation\./),
      occurredAt: daysAgo(1).toISOString(),
      summary: 'The end',
      side: 'both',
      activities: [{ title: 'Re: Question' }, { title: 'Re: Re: Question' }],
      lastActivity: { title: 'Re: Re: Question', summary: 'The end' },
    });
    expect(items[1]?.participants.map(({ email, role }) => `${role} ${email}`)).toEqual([
      'from ann@acme.com',
      'to me@home.example',
    ]);
    const wider = await timeline({ range: '6W' });
    expect(wider.find(({ type }) => type === 'conversation')).toMatchObject({
      activities: [{ title: 'Question' }, {}, {}],
    });
    // With one message in the window it is shown as a single email.
    expect(await timeline({ end_date: addDays(today, -10) })).toMatchObject([
      { type: 'email', title: 'Question' },
    ]);
  });

  test('is for members', async () => {
    const stranger = await app.make.person();
    await expect(timeline({}, stranger.token)).rejects.toThrow('answered 404');
  });
});
