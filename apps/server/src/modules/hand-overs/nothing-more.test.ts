import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { mail } from '../accounts/people/people.fixture.ts';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { rebuildPublished } from '#modules/activities/publishing/rebuild-published.ts';
import { sampleMeeting } from '../activities/sample-mail.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { continueHandOvers } from './continue-hand-overs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const lee = { name: 'Lee', email: 'lee@acme.com' };
let workspaceId: string;
let accountId: string;
let owner: MadePerson;
let ann: MadePerson;

beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  owner = await app.make.person({ name: 'Olga' });
  await app.make.membership(workspaceId, owner.id, 'owner');
  ann = await app.make.member(workspaceId, { name: 'Ann' });
  ({ accountId } = await tracking(app).makeAccount(ann, workspaceId));
  await tracking(app).capture(ann, [mail(1, lee, [ann.email], { title: 'one' })]);
});

const finish = async () => {
  await continueHandOvers(app.context);
  await takeRemainingSteps(app.db);
};
const params = () => ({ workspaceId, userId: ann.id });
const leave = async () => {
  await finish();
  const { status } = await app.call(
    'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over',
    {
      token: owner.token,
      params: params(),
      body: { choice: 'keep', successorId: null },
    },
  );
  expect(status).toBe(200);
};
const comeBack = async () => {
  await app.call('DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over', {
    token: owner.token,
    params: params(),
  });
  await finish();
};

/** The titles that a colleague reads; the same after a rebuild. */
const read = async () => {
  await finish();
  const titles = async () => {
    const { data } = await app.call('GET /api/accounts/{accountId}/timeline', {
      token: owner.token,
      params: { accountId },
      query: {},
    });
    return data.activities.map(({ title }) => title).toSorted();
  };
  const before = await titles();
  await app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));
  expect(await titles()).toEqual(before);
  return before;
};

const meeting = (given: Parameters<typeof sampleMeeting>[0]) =>
  sampleMeeting({
    externalId: 'known',
    key: 'ical:known',
    participants: [
      { ...lee, role: 'other' },
      { name: '', email: ann.email, role: 'other' },
    ],
    ...given,
  });

test('a captured meeting stays as it was shared, unless it becomes private', async () => {
  await tracking(app).capture(ann, [meeting({ title: 'as shared' })]);
  await leave();
  await tracking(app).capture(ann, [meeting({ title: 'written afterwards' })]);
  expect(await read()).toEqual(['as shared', 'one']);
  await tracking(app).capture(ann, [meeting({ title: 'hidden', isPrivate: true })]);
  expect(await read()).toEqual(['one']);
  await tracking(app).capture(ann, [meeting({ title: 'again', isPrivate: false })]);
  expect(await read()).toEqual(['one']);
});

test.each([['nothing'], ['activity']] as const)(
  'a protection of the workspace that ends or allows more than %s shows nothing until they are back',
  async (shares) => {
    const protect = async (level: 'nothing' | 'activity') => {
      const { status } = await app.call('PUT /api/workspaces/{workspaceId}/protected-addresses', {
        token: owner.token,
        params: { workspaceId },
        body: { address: lee.email, shares: level },
      });
      expect(status).toBe(200);
      await finish();
    };
    await protect(shares);
    await leave();
    const before = await read();
    expect(before).not.toContain('one');
    if (shares === 'nothing') await protect('activity');
    expect(await read()).toEqual(before);
    await app.call('DELETE /api/workspaces/{workspaceId}/protected-addresses/{address}', {
      token: owner.token,
      params: { workspaceId, address: lee.email },
    });
    expect(await read()).toEqual(before);
    await comeBack();
    expect(await read()).toEqual(['one']);
  },
);

test('who left shows nothing more: no conversation, no meeting, no protected address', async () => {
  await tracking(app).capture(ann, [
    meeting({ title: 'private', isPrivate: true }),
    mail(2, { name: 'Kim', email: 'kim@acme.com' }, [ann.email], { title: 'two' }),
  ]);
  await app.call('PUT /api/protected-addresses', {
    token: ann.token,
    body: { address: 'kim@acme.com', shares: 'nothing' },
  });
  const { rows } = await sql<{ id: string }>`
    select id from account_activities
    where workspace_id = ${workspaceId} and title = 'one'`.execute(app.db);
  const { data } = await app.call('POST /api/activities/{activityId}/private', {
    token: ann.token,
    params: { activityId: rows[0]?.id ?? '' },
  });
  expect(await read()).toEqual([]);
  await leave();
  const meetings = await app.call('GET /api/private-meetings', { token: ann.token });
  const shown = [
    await app.call('DELETE /api/private-conversations/{conversationId}', {
      token: ann.token,
      params: { conversationId: data.conversationId },
    }),
    await app.call('PUT /api/private-meetings/{meetingId}/share', {
      token: ann.token,
      params: { meetingId: meetings.data.meetings[0]?.id ?? '' },
      body: { isShared: true },
    }),
    await app.call('PUT /api/protected-addresses', {
      token: ann.token,
      body: { address: 'kim@acme.com', shares: 'activity' },
    }),
    await app.call('DELETE /api/protected-addresses/{address}', {
      token: ann.token,
      params: { address: 'kim@acme.com' },
    }),
  ];
  expect(shown.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  expect(shown[0]?.error?.message).toContain(
    'You left the workspace with which acme.com is shared.',
  );
  expect(await read()).toEqual([]);
});
