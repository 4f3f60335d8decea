import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { namedMail as mail } from '../sample-mail.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test.each([
  ['a new email refers to both', [mail('bridge', 'secret', 'open')]],
  ['an email that was private before refers to it as well now', [mail('reply', 'secret', 'open')]],
  ['two emails of a page connect them', [mail('one', 'secret'), mail('two', 'one', 'open')]],
  ['the open one is sent again as an answer', [mail('open', 'secret')]],
])('what is published becomes private once %s', async (_name, page) => {
  const { settle, makeAccount, capture } = tracking(app);
  const { workspace, person, token } = await settle();
  const { accountId } = await makeAccount(person, workspace.id);
  const published = () =>
    app.db
      .selectFrom('account_activities')
      .select(['id', 'title'])
      .where('account_id', '=', accountId)
      .orderBy('title')
      .execute();
  await capture(person, [mail('secret'), mail('open'), mail('other')]);
  const secret = (await published()).find(({ title }) => title === 'secret');
  const { status } = await app.call('POST /api/activities/{activityId}/private', {
    token,
    params: { activityId: secret?.id ?? '' },
  });
  expect(status).toBe(200);
  await capture(person, [mail('reply', 'secret')]);
  expect((await published()).map(({ title }) => title)).toEqual(['open', 'other']);
  await capture(person, page);
  expect((await published()).map(({ title }) => title)).toEqual(['other']);
});
