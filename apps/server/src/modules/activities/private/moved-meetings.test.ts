import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import type { ActivityToCapture } from '../activity-to-capture.ts';
import { captureActivities } from '../capture-activities.ts';
import { captureAndPublish } from '../capture-and-publish.fixture.ts';
import { sampleMail, sampleMeeting } from '../sample-mail.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A time of a series, as calendars give it. */
const at = (hour: number, { id = 'm', series = 'ical:m' as string | null } = {}) => {
  const startTime = new Date(Date.UTC(2026, 9, 5, hour));
  const made = sampleMeeting({
    externalId: id,
    key: `ical:m@${startTime.toISOString()}`,
    occurredAt: startTime,
    title: `at ${hour}`,
  });
  const { series: _own, ...withoutSeries } = made;
  return series === null ? withoutSeries : { ...made, series };
};

/** What the first of these meetings makes private. Nothing of it is published then. */
async function keepPrivate(meetings: ActivityToCapture[]) {
  const { settle, makeAccount, capture, importOne } = tracking(app);
  const { workspace, person, token } = await settle();
  const { accountId, domainId } = await makeAccount(person, workspace.id);
  const published = async () => {
    const rows = await app.db
      .selectFrom('account_activities')
      .select(['id', 'title'])
      .where('account_id', '=', accountId)
      .orderBy('title')
      .execute();
    return rows.map(({ id, title }) => ({ id, title }));
  };
  await capture(person, [...meetings, sampleMail({ title: 'other' })]);
  const first = (await published()).find(({ title }) => title === meetings[0]?.title);
  const { status, data } = await app.call('POST /api/activities/{activityId}/private', {
    token,
    params: { activityId: first?.id ?? '' },
  });
  expect(status).toBe(200);
  const titles = async () => (await published()).map(({ title }) => title);
  expect(await titles()).toEqual(['other']);
  return {
    titles,
    conversationId: data.conversationId,
    token,
    sync: (page: ActivityToCapture[], goneIds: string[] = []) =>
      app.db
        .transaction()
        .execute((tx) =>
          captureActivities(
            tx,
            { ownerId: person.id, provider: 'gmail', source: person.email },
            page,
            goneIds,
          ),
        ),
    upload: (page: ActivityToCapture[]) =>
      captureAndPublish(
        app.db,
        { ownerId: person.id, provider: 'mail_file', source: 'exported.ics' },
        page,
      ),
    trackAgain: async () => {
      const id = { id: domainId };
      await app.call('DELETE /api/accounts/domains/{id}', { token, params: id });
      const { data: tracked } = await importOne(token, 'acme.com');
      const body = { domainId: tracked.results[0]?.domain.id ?? '', workspaceId: workspace.id };
      const shared = await app.call('POST /api/accounts/domains/share', { token, body });
      expect(shared.status).toBe(200);
    },
  };
}

type Kept = Awaited<ReturnType<typeof keepPrivate>>;

const unnamed = { series: null };

test.each<[string, ActivityToCapture[], (kept: Kept) => Promise<unknown>]>([
  [
    'it moves, and another copy has the new time',
    [at(9)],
    async ({ sync, upload }) => {
      await sync([at(10)]);
      await upload([at(10, { id: 'other' })]);
    },
  ],
  [
    'it moves in another calendar first',
    [at(9)],
    ({ upload }) => upload([at(10, { id: 'other' })]),
  ],
  [
    'it moves, and its domain is tracked again',
    [at(9)],
    async ({ sync, trackAgain }) => {
      await sync([at(10)]);
      await trackAgain();
      await sync([at(11)]);
    },
  ],
  [
    'its series moves, with other ids',
    [at(9), at(12, { id: 'n' })],
    ({ sync }) => sync([at(10, { id: 'p' }), at(13, { id: 'q' })], ['m', 'n']),
  ],
  [
    'its series is gone before it comes back at another time',
    [at(9), at(12, { id: 'n' })],
    async ({ sync }) => {
      await sync([], ['m', 'n']);
      await sync([at(10, { id: 'p' })]);
    },
  ],
  [
    'an earlier version stored it without its series, and it moves twice',
    [at(9, unnamed)],
    async ({ sync, upload }) => {
      await sync([at(10, unnamed)]);
      await sync([at(11, unnamed)]);
      await upload([at(11, { ...unnamed, id: 'other' })]);
    },
  ],
  [
    'an earlier version stored it without its series, and it is read again',
    [at(9, unnamed)],
    async ({ sync }) => {
      await sync([at(9)]);
      await sync([at(10, { id: 'p' })], ['m']);
    },
  ],
])('a meeting stays private when %s', async (_name, meetings, change) => {
  const kept = await keepPrivate(meetings);
  await change(kept);
  expect((await kept.titles()).filter((title) => title !== 'other')).toEqual([]);
});

test('all times of a meeting are one conversation, which is shared again as one', async () => {
  const kept = await keepPrivate([at(9), at(12, { id: 'n' })]);
  await kept.sync([at(15, { id: 'p' }), at(16, { id: 'q', series: 'ical:another' })]);
  expect(await kept.titles()).toEqual(['at 16', 'other']);
  const { token, conversationId } = kept;
  const { data } = await app.call('GET /api/private-conversations', { token });
  expect(data.conversations).toMatchObject([{ id: conversationId, activityCount: 3 }]);
  await app.call('DELETE /api/private-conversations/{conversationId}', {
    token,
    params: { conversationId },
  });
  expect(await kept.titles()).toEqual(['at 12', 'at 15', 'at 16', 'at 9', 'other']);
});
