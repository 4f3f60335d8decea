import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { setShareLevels } from '../domains/set-share-level.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { captureAndPublish } from './capture-and-publish.fixture.ts';
import { rebuildPublished } from './publishing/rebuild-published.ts';
import { sampleMail } from './sample-mail.fixture.ts';
import { withholdMeetings } from './withhold-meetings.ts';

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
    isPrivate,
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

test('one that becomes private is withdrawn where its owner has another copy of it without the mark', async () => {
  const copy = { ...meeting(false), externalId: 'in an uploaded file' };
  await tracking(app).capture(ann, [copy]);
  await tracking(app).capture(ann, [meeting(false)]);
  expect(await seen()).toEqual(all);
  await tracking(app).capture(ann, [meeting(true)]);
  expect(await seen()).toEqual(nothing);
  // Reading the file again changes nothing, and neither does a complete rebuild.
  await tracking(app).capture(ann, [copy]);
  expect(await seen()).toEqual(nothing);
  await app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));
  expect(await seen()).toEqual(nothing);
  await tracking(app).capture(ann, [meeting(false)]);
  expect(await seen()).toEqual(all);
});

test('another copy stays private with a domain that is tracked later, until the private one is gone', async () => {
  await tracking(app).capture(ann, [{ ...meeting(false), externalId: 'in an uploaded file' }]);
  await tracking(app).capture(ann, [meeting(true)]);
  const { data } = await tracking(app).importOne(ann.token, 'globex.com', workspaceId);
  accountId = data.results[0]?.workspaceAccount?.id ?? '';
  expect(await seen()).toMatchObject({ titles: [], people: false });
  await tracking(app).capture(ann, [{ ...meeting(true), participants: [] }]);
  expect(await seen()).toMatchObject({ titles: ['Secret talks'] });
});

describe('a private meeting that its owner shares', () => {
  const mine = async ({ token }: MadePerson) =>
    (await app.call('GET /api/private-meetings', { token })).data.meetings;
  const choose = async (isShared: boolean, { token }: MadePerson = ann, meetingId?: string) => {
    const [one] = await mine(ann);
    const { status } = await app.call('PUT /api/private-meetings/{meetingId}/share', {
      token,
      params: { meetingId: meetingId ?? one?.id ?? '' },
      body: { isShared },
    });
    return status;
  };
  const choices = () =>
    app.db.selectFrom('shared_meetings').selectAll().where('owner_id', '=', ann.id).execute();
  const rebuild = () =>
    app.db.transaction().execute((tx) => rebuildPublished(tx, { workspaceId, accountId }));

  test('is listed for its owner alone, seen by colleagues, and taken back with the response', async () => {
    await tracking(app).capture(ann, [meeting(true)]);
    expect(await mine(ann)).toMatchObject([{ title: 'Secret talks', isShared: false }]);
    expect(await mine(bob)).toEqual([]);
    expect(await choose(true)).toBe(200);
    expect(await seen()).toEqual(all);
    expect(await mine(ann)).toMatchObject([{ title: 'Secret talks', isShared: true }]);
    await rebuild();
    expect(await seen()).toEqual(all);
    expect(await choose(false)).toBe(200);
    expect(await seen()).toEqual(nothing);
    expect(await mine(ann)).toMatchObject([{ isShared: false }]);
    await rebuild();
    expect(await seen()).toEqual(nothing);
  });

  test('of a series is shared by itself: the other occurrences stay private', async () => {
    // The key of an occurrence is that of its series and its start.
    const series = ['2026-03-02', '2026-03-09', '2026-03-16'].map((day) => ({
      ...meeting(true),
      externalId: day,
      key: `ical:series@${day}T15:00:00.000Z`,
      title: `Talks of ${day}`,
      occurredAt: new Date(`${day}T15:00:00.000Z`),
    }));
    await tracking(app).capture(ann, series);
    const listed = await mine(ann);
    expect(listed).toHaveLength(3);
    const meetingId = listed.find(({ title }) => title === 'Talks of 2026-03-09')?.id ?? '';
    await app.call('PUT /api/private-meetings/{meetingId}/share', {
      token: ann.token,
      params: { meetingId },
      body: { isShared: true },
    });
    const published = async () =>
      (
        await app.db
          .selectFrom('account_activities')
          .select('title')
          .where('workspace_id', '=', workspaceId)
          .execute()
      ).map(({ title }) => title);
    expect(await published()).toEqual(['Talks of 2026-03-09']);
    // The next sync brings them all again.
    await tracking(app).capture(ann, series);
    expect(await published()).toEqual(['Talks of 2026-03-09']);
  });

  test('is listed with the beginning of a long title', async () => {
    await tracking(app).capture(ann, [{ ...meeting(true), title: '界'.repeat(300) }]);
    expect((await mine(ann))[0]?.title).toBe(`${'界'.repeat(199)}…`);
  });

  test('is seen at the level of the share', async () => {
    await tracking(app).capture(ann, [meeting(true)]);
    const [domain] = await tracking(app).trackedBy(ann.token);
    const domainIds = [domain?.id ?? ''];
    await setShareLevels(app.db, { userId: ann.id, domainIds, level: 'activity' });
    await choose(true);
    expect(await seen()).toEqual({ activities: 1, contributors: 1, titles: [''], people: false });
  });

  test.each([
    ['mail_file', 'meetings.ics'],
    ['caldav', 'https://calendar.example/ann/'],
    ['google_calendar', 'ann@home.net'],
  ])('stays shared after the next sync, also of another copy (%s)', async (provider, source) => {
    const from = { ownerId: ann.id, provider, source };
    const sync = (...given: ReturnType<typeof meeting>[]) => captureAndPublish(app.db, from, given);
    await sync(meeting(true));
    await choose(true);
    await sync({ ...meeting(true), title: 'Secret talks, again' });
    expect(await seen()).toEqual({ ...all, titles: ['Secret talks, again'] });
    await tracking(app).capture(ann, [{ ...meeting(true), externalId: 'elsewhere' }]);
    expect(await seen()).toMatchObject({ activities: 1 });
    expect(await mine(ann)).toHaveLength(1);
    await choose(false);
    await sync({ ...meeting(true), title: 'Secret talks, and again' });
    expect(await seen()).toEqual(nothing);
  });

  test('stays shared when it moves, and private when it moves back after it was taken back', async () => {
    const at = (time: string) => ({ ...meeting(true), key: `the meeting at ${time}` });
    await tracking(app).capture(ann, [at('9')]);
    await choose(true);
    await tracking(app).capture(ann, [at('10')]);
    expect(await seen()).toEqual(all);
    await choose(false);
    await tracking(app).capture(ann, [at('9')]);
    expect(await seen()).toEqual(nothing);
  });

  test('that moves is shared for copies of other domains as well, which were there before', async () => {
    const at = (time: string) => ({ ...meeting(true), key: `the meeting at ${time}` });
    const others = [{ name: 'Gil', email: 'gil@globex.com', role: 'other' as const }];
    const { data } = await tracking(app).importOne(ann.token, 'globex.com', workspaceId);
    await tracking(app).capture(ann, [at('9')]);
    await choose(true);
    const acme = meeting(true).participants.slice(0, 1);
    await tracking(app).capture(ann, [
      { ...at('10'), externalId: 'elsewhere', participants: others },
    ]);
    await tracking(app).capture(ann, [{ ...at('10'), participants: acme }]);
    expect(await seen()).toMatchObject({ titles: ['Secret talks'] });
    accountId = data.results[0]?.workspaceAccount?.id ?? '';
    expect(await seen()).toMatchObject({ titles: ['Secret talks'] });
  });

  test('is private again once its calendar had it public in between', async () => {
    await tracking(app).capture(ann, [meeting(true)]);
    await choose(true);
    await tracking(app).capture(ann, [meeting(false)]);
    expect(await seen()).toEqual(all);
    expect(await mine(ann)).toEqual([]);
    await tracking(app).capture(ann, [meeting(true)]);
    expect(await seen()).toEqual(nothing);
  });

  test('is shared with a domain that is tracked later, and private after its domain is removed', async () => {
    await tracking(app).capture(ann, [meeting(true)]);
    await choose(true);
    const { data } = await tracking(app).importOne(ann.token, 'globex.com', workspaceId);
    const first = accountId;
    accountId = data.results[0]?.workspaceAccount?.id ?? '';
    expect(await seen()).toMatchObject({ titles: ['Secret talks'] });
    accountId = first;
    for (const { id } of await tracking(app).trackedBy(ann.token))
      await app.call('DELETE /api/accounts/domains/{id}', { token: ann.token, params: { id } });
    expect(await choices()).toEqual([]);
    await tracking(app).importOne(ann.token, 'acme.com', workspaceId);
    await tracking(app).capture(ann, [meeting(true)]);
    expect(await seen()).toEqual(nothing);
  });

  test('stays with its owner while its mark has not been read, and can be shared all the same', async () => {
    await tracking(app).capture(ann, [meeting(true)]);
    await sql`update captured_activities set is_private = null where owner_id = ${ann.id}`.execute(
      app.db,
    );
    await choose(true);
    await withholdMeetings(app.db);
    expect(await seen()).toEqual(all);
  });

  test('is not there for anyone else, and neither is what is public or kept private', async () => {
    await tracking(app).capture(ann, [meeting(true)]);
    expect(await choose(true, bob)).toBe(404);
    expect(await choose(true, await app.make.person())).toBe(404);
    expect(await choose(true, ann, randomUUID())).toBe(404);
    expect(await seen()).toEqual(nothing);
    const [hidden] = await mine(ann);
    await choose(true);
    const { activities } = (
      await app.call('GET /api/accounts/{accountId}/timeline', {
        token: ann.token,
        params: { accountId },
        query: {},
      })
    ).data;
    await app.call('POST /api/activities/{activityId}/private', {
      token: ann.token,
      params: { activityId: activities[0]?.id ?? '' },
    });
    expect(await seen()).toEqual(nothing);
    expect(await mine(ann)).toEqual([]);
    expect(await choose(true, ann, hidden?.id)).toBe(404);
    expect(await seen()).toEqual(nothing);
  });
});
