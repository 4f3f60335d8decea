import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { storeShareLevel } from '#modules/domains/set-share-level.ts';
import { expectFollowed, followAll } from '../accounts/changes/follow-all.fixture.ts';
import { readWhole } from '../accounts/changes/follower.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { isLevelChanging } from './level-changes.ts';
import { takeLevelStep } from './level-steps.ts';
import { sampleMail } from './sample-mail.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test.each([
  { after: ['activity', 'full'], shown: 'full' },
  { after: ['activity', 'subject'], shown: 'subject' },
  { after: ['subject'], shown: 'subject' },
  { after: ['activity', 'full', 'activity'], shown: 'activity' },
] as const)(
  'software that follows learns of every activity whose level $after has changed, whatever it read between the steps',
  async ({ after, shown }) => {
    const { person, workspace } = await tracking(app).settle();
    const { accountId, domainId } = await tracking(app).makeAccount(person, workspace.id);
    await tracking(app).capture(person, [sampleMail(), sampleMail(), sampleMail()]);
    const followers = followAll(app.db, [workspace.id]);
    for (const level of after)
      await storeShareLevel(app.db, { userId: person.id, domainId, level });
    const change = { ownerId: person.id, workspaceId: workspace.id, accountId };
    while (await isLevelChanging(app.db, change)) {
      await takeLevelStep(app.db, change, 1);
      for (const { catchUp } of followers) await catchUp();
    }
    await expectFollowed(app.db, followers);
    const activities = await readWhole(app.db, { workspaceId: workspace.id, kind: 'activity' });
    expect([...activities.values()]).toEqual([
      expect.objectContaining({ level: shown }),
      expect.objectContaining({ level: shown }),
      expect.objectContaining({ level: shown }),
    ]);
  },
);
