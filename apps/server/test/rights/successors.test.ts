import { shareLevels } from '@repo/domain/sharing/share-level';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { continueHandOvers } from '#modules/hand-overs/continue-hand-overs.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import type { MadePerson } from '../test-makers.ts';
import { foundIn, readEverything, withheldAt } from './read-everything.ts';
import { needles, shareWithColleague } from './shared-at-level.ts';

let app: TestApp;
let admin: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.make.person({ is_admin: true });
});
afterAll(() => app.close());

describe.each(shareLevels)('a successor of someone who shares at the level %s', (level) => {
  test('reads nothing more than a colleague, at once and after 30 days', async () => {
    const shared = await shareWithColleague(app);
    const { ann, bob, domainId } = shared;
    await app.call('PUT /api/accounts/domains/level', {
      token: ann.token,
      body: { domainIds: [domainId], level },
    });
    const begun = await app.call('POST /api/admin/users/{id}/hand-over', {
      token: admin.token,
      params: { id: ann.id },
      body: { choice: 'reassign', successorId: bob.id },
    });
    expect(begun.status).toBe(200);
    await expectWithheld();
    await app.db
      .updateTable('hand_overs')
      .set({ ends_at: new Date(0) })
      .execute();
    await continueHandOvers(app.context);
    await expectWithheld();
    const { data } = await app.call('GET /api/auth/own-data', { token: bob.token });
    const own = new Map(data.kinds.map(({ id, count }) => [id, count?.number]));
    expect([own.get('captured'), own.get('domains'), own.get('transcripts')]).toEqual([0, 0, 0]);

    async function expectWithheld(): Promise<void> {
      const read = await readEverything(shared);
      for (const [name, text] of read) {
        expect.soft([name, foundIn(text, withheldAt[level])]).toEqual([name, []]);
      }
      // What the level shows is there, so that the words can be found.
      const all = [...read.values()].join('\n');
      expect(foundIn(all, needles.subject).length > 0).toBe(level !== 'activity');
    }
  });
});
