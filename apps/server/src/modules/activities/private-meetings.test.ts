import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import type { MadePerson } from '../../../test/test-makers.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { rebuildPublished } from './rebuild-published.ts';
import { sampleMail } from './sample-mail.fixture.ts';

let app: TestApp;
let workspaceId: string;
let accountId: string;
let ann: MadePerson;
let bob: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ id: workspaceId } = await app.make.workspace());
  ann = await app.make.member(workspaceId);
  bob = await app.make.member(workspaceId);
  ({ accountId } = await tracking(app).makeAccount(ann, workspaceId));
});

const meeting = (isPrivate: boolean) =>
  sampleMail({
    type: 'calendar',
    externalId: 'the meeting',
    key: 'the meeting',
    title: 'Secret talks',
    participants: [
      { name: 'Al', email: 'al@acme.com', role: 'other' },
      { name: 'Gil', email: 'gil@globex.com', role: 'other' },
    ],
    metadata: isPrivate ? { isPrivate } : {},
  });

/** What a colleague sees of the account. */
async function seen() {
  const [account] = await tracking(app).accountsOf(bob.token, workspaceId);
  const timeline = await app.call('GET /api/accounts/{accountId}/timeline', {
    token: bob.token,
    params: { accountId },
    query: {},
  });
  const people = await app.call('GET /api/accounts/{accountId}/people', {
    token: bob.token,
    params: { accountId },
    query: {},
  });
  return {
    activities: account?.activityCount,
    contributors: account?.contributors.length,
    titles: timeline.data.activities.map(({ title }) => title),
    people: JSON.stringify(people.data).includes('al@acme.com'),
  };
}

const nothing = { activities: 0, contributors: 0, titles: [], people: false };
const all = { activities: 1, contributors: 1, titles: ['Secret talks'], people: true };

test('a private meeting is captured for its owner, and colleagues see nothing of it', async () => {
  await tracking(app).capture(ann, [meeting(true)]);
  expect(await seen()).toEqual(nothing);
  const [domain] = await tracking(app).trackedBy(ann.token);
  expect(domain?.activityCount).toBe(1);
  await app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));
  expect(await seen()).toEqual(nothing);
});

test('one that becomes private is withdrawn, and one that becomes public is published', async () => {
  await tracking(app).capture(ann, [meeting(false)]);
  expect(await seen()).toEqual(all);
  await tracking(app).capture(ann, [meeting(true)]);
  expect(await seen()).toEqual(nothing);
  await tracking(app).capture(ann, [meeting(false)]);
  expect(await seen()).toEqual(all);
});

test('it stays private with a domain that is tracked and shared later', async () => {
  await tracking(app).capture(ann, [meeting(true)]);
  const { data } = await tracking(app).importOne(ann.token, 'globex.com', workspaceId);
  accountId = data.results[0]?.workspaceAccount?.id ?? '';
  const accounts = await tracking(app).accountsOf(bob.token, workspaceId);
  expect(accounts.map(({ activityCount }) => activityCount)).toEqual([0, 0]);
  expect(await seen()).toMatchObject({ titles: [], people: false });
});
