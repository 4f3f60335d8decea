import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { shareLevels } from '@repo/domain/sharing/share-level';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeRemainingSteps } from '#modules/activities/publish-requests.ts';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { setShareLevels, storeShareLevel } from '#modules/domains/set-share-level.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { createDigestCache } from '#modules/notifications/digest/read-digest.ts';
import { refreshDueRelationships } from '#modules/relationships/refresh-due-relationships.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { surfaces, unrelated } from './level-surfaces.ts';
import { findHits, foundIn, readEverything, withheldAt } from './read-everything.ts';
import { needles, type SharedAtLevel, shareWithColleague } from './shared-at-level.ts';

/*
 * The matrix of what a colleague reads: every endpoint that returns something × every level of a share, once all rows
 * are stored at the level and while they are still to be stored.
 */

let app: TestApp;
beforeAll(async () => {
  const mails: TestApp['mails'] = [];
  app = await createTestApp({
    config: { webUrl: 'https://app.example', publicUrl: 'https://api.example', productName: '' },
    replace: { mailer: { send: async (mail) => void mails.push(mail) } },
  });
  app.mails = mails;
});
afterAll(() => app.close());

test('each endpoint that a member reads from is a surface, or says why it is none', () => {
  const reads = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => name.startsWith('GET ') && endpoints[name].access === 'person',
  );
  const known = [...Object.keys(surfaces), ...Object.keys(unrelated)];
  expect(known.toSorted()).toEqual(reads.toSorted());
});

const states = {
  'once it is stored': async () => {
    await takeRemainingSteps(app.db);
    await refreshDueRelationships(app.db, new Date());
  },
  'before the first step': async () => {},
  'while relationships are counted again': () => refreshDueRelationships(app.db, new Date()),
};

describe.each(Object.entries(states))('%s', (_, reach) => {
  test.each(shareLevels)('no surface shows a colleague more than the level %s', async (level) => {
    const shared = await shareWithColleague(app);
    await app.db
      .updateTable('users')
      .set({ weekly_digest: true })
      .where('id', '=', shared.bob.id)
      .execute();
    const cache = createDigestCache();
    const before = await readEverything(shared, cache);
    const all = [...before.values()].join('\n');
    // Everything can be read at the level full, so that what is missing below it is missing because of it.
    expect(withheldAt.activity.filter((word) => foundIn(all, [word]).length === 0)).toEqual([]);
    expect(await findHits(shared, withheldAt.activity)).not.toEqual([]);
    await storeShareLevel(app.db, { userId: shared.ann.id, domainId: shared.domainId, level });
    await reach();
    const after = await readEverything(shared, cache);
    const leaks = [...after].flatMap(([name, text]) =>
      foundIn(text, withheldAt[level]).map((word) => `${name}: ${word}`),
    );
    expect(leaks).toEqual([]);
    // Nor does the number of hits say that a word occurs.
    expect(await findHits(shared, withheldAt[level])).toEqual([]);
  });
});

test('a level that is chosen when sharing holds from the beginning', async () => {
  const shared = await shareWithColleague(app);
  const { ann, domainId, workspaceId } = shared;
  const token = ann.token;
  const share = { domainId, workspaceId };
  const calls = [
    () =>
      app.call('POST /api/accounts/domains/share', { token, body: { ...share, level: 'subject' } }),
    () =>
      app.call('POST /api/workspaces/{workspaceId}/shares', {
        token,
        params: { workspaceId },
        body: { domains: [{ domainId, name: 'Acme' }], level: 'subject' },
      }),
  ];
  for (const call of calls) {
    await app.call('DELETE /api/accounts/domains/unshare', { token, body: share });
    expect((await call()).status).toBe(200);
    const [tracked] = await tracking(app).trackedBy(token);
    expect(tracked?.workspaceShares).toMatchObject([{ level: 'subject' }]);
    const text = [...(await readEverything(shared)).values()].join('\n');
    expect(foundIn(text, needles.full)).toEqual([]);
    expect(foundIn(text, needles.subject)).not.toEqual([]);
  }
});

describe('a conversation that its owner keeps private', () => {
  const keepAll = async ({ ann, activityIds }: SharedAtLevel) => {
    for (const activityId of activityIds) {
      const params = { activityId };
      const { status } = await app.call('POST /api/activities/{activityId}/private', {
        token: ann.token,
        params,
      });
      // The conversation of an earlier one is gone already.
      expect([200, 404]).toContain(status);
    }
  };
  const counted = async ({ bob, workspaceId }: SharedAtLevel) =>
    (await tracking(app).accountsOf(bob.token, workspaceId))[0]?.activityCount;

  test.each(shareLevels)('leaves every surface at once, at the level %s', async (level) => {
    const shared = await shareWithColleague(app);
    await app.db
      .updateTable('users')
      .set({ weekly_digest: true })
      .where('id', '=', shared.bob.id)
      .execute();
    await setShareLevels(app.db, { userId: shared.ann.id, domainIds: [shared.domainId], level });
    expect(await counted(shared)).toBe(10);
    await keepAll(shared);
    const after = await readEverything(shared);
    const leaks = [...after].flatMap(([name, text]) =>
      foundIn(text, withheldAt.activity).map((word) => `${name}: ${word}`),
    );
    expect(leaks).toEqual([]);
    expect(await counted(shared)).toBe(0);
  });

  test('continues to be private under a new subject, and is shared again as the level says', async () => {
    const shared = await shareWithColleague(app);
    await keepAll(shared);
    const next = (name: string, ...refs: string[]) =>
      sampleMail({ key: name, title: `Other ${name}`, messageIds: [name, ...refs] });
    await tracking(app).capture(shared.ann, [
      // It arrives before the email that connects it.
      next('<fourth@acme.com>', '<third@acme.com>'),
    ]);
    expect(await counted(shared)).toBe(1);
    await tracking(app).capture(shared.ann, [next('<third@acme.com>', '<second@acme.com>')]);
    expect(await counted(shared)).toBe(0);
    const { token } = shared.ann;
    const { data } = await app.call('GET /api/private-conversations', { token });
    const kept = data.conversations.find(({ title }) => title.startsWith('Other'));
    expect(kept).toMatchObject({ activityCount: 4 });
    await app.call('DELETE /api/private-conversations/{conversationId}', {
      token,
      params: { conversationId: kept?.id ?? '' },
    });
    expect(await counted(shared)).toBe(4);
  });

  test('is not another user’s to keep or to share again', async () => {
    const shared = await shareWithColleague(app);
    const [activityId = ''] = shared.activityIds;
    const { token } = shared.bob;
    const kept = await app.call('POST /api/activities/{activityId}/private', {
      token,
      params: { activityId },
    });
    expect(kept.status).toBe(404);
    await keepAll(shared);
    const { data } = await app.call('GET /api/private-conversations', { token: shared.ann.token });
    const [conversation] = data.conversations;
    const again = await app.call('DELETE /api/private-conversations/{conversationId}', {
      token,
      params: { conversationId: conversation?.id ?? '' },
    });
    expect(again.status).toBe(404);
    expect(await counted(shared)).toBe(0);
  });
});
