import type { ShareLevel } from '@repo/domain/sharing/share-level';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { sampleMail, sampleMeeting } from '#modules/activities/sample-mail.fixture.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';

let app: TestApp;
let workspaceId: string;
let accountId: string;
let ann: MadePerson;
let bob: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  workspaceId = (await app.make.workspace()).id;
  ann = await app.make.member(workspaceId, { name: 'Ann' });
  bob = await app.make.member(workspaceId, { name: 'Bob' });
  ({ accountId } = await tracking(app).makeAccount(ann, workspaceId));
});
afterAll(() => app.close());

const list = (token = ann.token) =>
  app.call('GET /api/accounts/{accountId}/shares', { token, params: { accountId } });

/** What is listed, as "Ann acme.com full", with a mark for less than the workspace asks for. */
const listed = async (token?: string) =>
  (await list(token)).data.shares.map(
    ({ user, domain, level, isBelowLeast }) =>
      `${user.name} ${domain} ${level}${isBelowLeast ? ' (less)' : ''}`,
  );

async function chooseLeast(least: ShareLevel) {
  const owner = await app.make.person();
  await app.make.membership(workspaceId, owner.id, 'owner');
  return app.call('PUT /api/workspaces/{workspaceId}/share-levels', {
    token: owner.token,
    params: { workspaceId },
    body: { default: 'full', least },
  });
}

const captureFor = (person: MadePerson) =>
  tracking(app).capture(person, [sampleMail({ key: person.email })]);

async function share(person: MadePerson, level: ShareLevel) {
  const { data } = await tracking(app).importOne(person.token, 'acme.com');
  const domainId = data.results[0]?.domain.id ?? '';
  await app.call('POST /api/accounts/domains/share', {
    token: person.token,
    body: { domainId, workspaceId, level },
  });
  return domainId;
}

test('lists those who contribute, by name, with the level of their share', async () => {
  await share(bob, 'subject');
  await captureFor(bob);
  await captureFor(ann);
  expect(await listed()).toEqual(['Ann acme.com full', 'Bob acme.com subject']);
  expect(await listed(bob.token)).toEqual(['Ann acme.com full', 'Bob acme.com subject']);
});

test('lists no one who contributes nothing', async () => {
  await captureFor(ann);
  await share(bob, 'subject');
  expect(await listed()).toEqual(['Ann acme.com full']);
});

test('marks who shares less than the workspace asks for', async () => {
  await captureFor(ann);
  await share(bob, 'activity');
  await captureFor(bob);
  expect(await listed()).toEqual(['Ann acme.com full', 'Bob acme.com activity']);
  await chooseLeast('subject');
  expect(await listed()).toEqual(['Ann acme.com full', 'Bob acme.com activity (less)']);
  await chooseLeast('full');
  expect(await listed()).toEqual(['Ann acme.com full', 'Bob acme.com activity (less)']);
});

test('follows the level, and the end of a share', async () => {
  await captureFor(ann);
  const domainId = await share(bob, 'full');
  await captureFor(bob);
  await app.call('PUT /api/accounts/domains/level', {
    token: bob.token,
    body: { domainIds: [domainId], level: 'activity' },
  });
  expect(await listed()).toEqual(['Ann acme.com full', 'Bob acme.com activity']);
  await app.call('DELETE /api/accounts/domains/unshare', {
    token: bob.token,
    body: { domainId, workspaceId },
  });
  expect(await listed()).toEqual(['Ann acme.com full']);
});

test('lists each domain of an account with several', async () => {
  await captureFor(ann);
  await app.call('POST /api/accounts/{accountId}/domains', {
    token: ann.token,
    params: { accountId },
    body: { domain: 'acme.org' },
  });
  const { data } = await tracking(app).importOne(ann.token, 'acme.org');
  await app.call('POST /api/accounts/domains/share', {
    token: ann.token,
    body: { domainId: data.results[0]?.domain.id ?? '', workspaceId, level: 'activity' },
  });
  expect(await listed()).toEqual(['Ann acme.com full', 'Ann acme.org activity']);
});

test('says nothing of what the same user shares elsewhere', async () => {
  await captureFor(ann);
  await tracking(app).importOne(ann.token, 'globex.com');
  const other = await app.make.workspace();
  await app.make.membership(other.id, ann.id, 'member');
  await tracking(app).importOne(ann.token, 'initech.com', other.id);
  expect(await listed(bob.token)).toEqual(['Ann acme.com full']);
});

test('tells each member of their own private meetings alone, as long as these are not shared', async () => {
  const own = async (token: string) => (await list(token)).data.ownPrivateMeetings;
  const talks = sampleMeeting({ isPrivate: true });
  await tracking(app).capture(ann, [talks, sampleMeeting({ isPrivate: true }), sampleMeeting()]);
  await captureFor(ann);
  await share(bob, 'full');
  expect([await own(ann.token), await own(bob.token)]).toEqual([2, 0]);
  const { data } = await app.call('GET /api/private-meetings', { token: ann.token });
  const meetingId = data.meetings.find(({ title }) => title === talks.title)?.id ?? '';
  await app.call('PUT /api/private-meetings/{meetingId}/share', {
    token: ann.token,
    params: { meetingId },
    body: { isShared: true },
  });
  expect([await own(ann.token), await own(bob.token)]).toEqual([1, 0]);
});

test('tells of no private meetings of a domain that is shared elsewhere', async () => {
  const other = await app.make.workspace();
  await app.make.membership(other.id, ann.id, 'member');
  await tracking(app).importOne(ann.token, 'initech.com', other.id);
  const participants = [{ name: '', email: 'x@initech.com', role: 'other' as const }];
  await tracking(app).capture(ann, [sampleMeeting({ isPrivate: true, participants })]);
  expect((await list()).data.ownPrivateMeetings).toBe(0);
});

test('has the ids of the reader’s own domains alone', async () => {
  const domainId = await share(bob, 'full');
  await captureFor(bob);
  await captureFor(ann);
  const { data } = await list(bob.token);
  expect(data.shares.map(({ user, ownDomainId }) => [user.name, ownDomainId])).toEqual([
    ['Ann', undefined],
    ['Bob', domainId],
  ]);
});
