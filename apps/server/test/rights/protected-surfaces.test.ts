import { shareLevels } from '@repo/domain/sharing/share-level';
import { protectedShares } from '@repo/domain/sharing/protected-address';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setShareLevels } from '#modules/domains/set-share-level.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { findHits, foundIn, readEverything, withheldAt } from './read-everything.ts';
import { type SharedAtLevel, shareWithColleague } from './shared-at-level.ts';

/*
 * The matrix of what a colleague reads, with protected addresses as its dimension: every endpoint that
 * returns something × every level of the share × what the protection leaves of it.
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

const counted = async ({ bob, workspaceId }: SharedAtLevel) =>
  (await tracking(app).accountsOf(bob.token, workspaceId))[0]?.activityCount;

describe.each(protectedShares)('a protected domain that shares %s', (shares) => {
  test.each(shareLevels)('shows no more on any surface, at the level %s', async (level) => {
    const shared = await shareWithColleague(app);
    await app.db
      .updateTable('users')
      .set({ weekly_digest: true })
      .where('id', '=', shared.bob.id)
      .execute();
    await setShareLevels(app.db, { userId: shared.ann.id, domainIds: [shared.domainId], level });
    const { status } = await app.call('PUT /api/protected-addresses', {
      token: shared.ann.token,
      body: { address: 'acme.com', shares },
    });
    expect(status).toBe(200);
    const after = await readEverything(shared);
    const leaks = [...after].flatMap(([name, text]) =>
      foundIn(text, withheldAt.activity).map((word) => `${name}: ${word}`),
    );
    expect(leaks).toEqual([]);
    expect(await findHits(shared, withheldAt.activity)).toEqual([]);
    expect(await counted(shared)).toBe(shares === 'nothing' ? 0 : 10);
  });
});
