import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { sampleMail, sampleMeeting } from './sample-mail.fixture.ts';
import { refreshDueAccounts } from './refresh-due-accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a meeting that lies ahead is the last touch point once its time has come', async () => {
  const { settle, importOne, capture } = tracking(app);
  const { workspace, person, token } = await settle();
  await importOne(token, 'acme.com', workspace.id);
  const start = Date.now();
  const after = (hours: number) => new Date(start + hours * 3_600_000);
  const activities = [
    sampleMail({ title: 'Mail' }),
    sampleMeeting({ title: 'Soon', occurredAt: after(2) }),
    sampleMeeting({ title: 'Later', occurredAt: after(300) }),
  ];
  await capture(person, activities);
  const summary = () =>
    app.db
      .selectFrom('workspace_accounts')
      .select(['activity_count', 'last_activity_title', 'next_activity_at'])
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirstOrThrow();

  const before = { activity_count: 1, last_activity_title: 'Mail', next_activity_at: after(2) };
  expect(await summary()).toEqual(before);
  // A business day that begins by then may make accounts due; this summary may not.
  await refreshDueAccounts(app.db, after(1));
  expect(await summary()).toEqual(before);

  expect(await refreshDueAccounts(app.db, after(2))).toBe(1);
  expect(await summary()).toEqual({
    activity_count: 2,
    last_activity_title: 'Soon',
    next_activity_at: after(300),
  });
  expect(await refreshDueAccounts(app.db, after(2))).toBe(0);
  expect(await refreshDueAccounts(app.db, after(301))).toBe(1);
  expect(await summary()).toMatchObject({ last_activity_title: 'Later', next_activity_at: null });
});
