import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import { namedMail as mail } from '../sample-mail.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const marked = (...names: Parameters<typeof mail>) => ({ ...mail(...names), isPrivate: true });

async function open() {
  const { settle, makeAccount, capture } = tracking(app);
  const { workspace, person, token } = await settle();
  const { accountId } = await makeAccount(person, workspace.id);
  return {
    capture: (...page: ReturnType<typeof mail>[]) => capture(person, page),
    async shown() {
      const rows = await app.db
        .selectFrom('account_activities')
        .select('title')
        .where('account_id', '=', accountId)
        .orderBy('title')
        .execute();
      return rows.map(({ title }) => title);
    },
    async listed() {
      const { data } = await app.call('GET /api/private-conversations', { token });
      return data.conversations;
    },
    share: (conversationId: string) =>
      app.call('DELETE /api/private-conversations/{conversationId}', {
        token,
        params: { conversationId },
      }),
  };
}

test('an email that its sender marks stays its owner’s, with its conversation and later answers', async () => {
  const { capture, shown, listed } = await open();
  await capture(mail('first'), mail('other'));
  expect(await shown()).toEqual(['first', 'other']);
  await capture(marked('offer', 'first'));
  await capture(mail('answer that quotes it', 'offer'));
  expect(await shown()).toEqual(['other']);
  expect(await listed()).toMatchObject([{ activityCount: 3, isMarkedBySender: true }]);
});

test('its owner shares the conversation again, until another email in it is marked', async () => {
  const { capture, shown, listed, share } = await open();
  await capture(marked('offer'), mail('answer', 'offer'));
  await share((await listed())[0]?.id ?? '');
  expect(await shown()).toEqual(['answer', 'offer']);
  // The same again, and changed at the provider.
  await capture(marked('offer'));
  await capture({ ...marked('offer'), summary: 'Read again' });
  expect(await shown()).toEqual(['answer', 'offer']);
  await capture(marked('second offer', 'answer'));
  expect(await shown()).toEqual([]);
});

test('an email that was stored before its mark was read becomes private when it is read again', async () => {
  const { capture, shown } = await open();
  await capture(mail('offer'));
  expect(await shown()).toEqual(['offer']);
  await capture(marked('offer'));
  expect(await shown()).toEqual([]);
});

test('conversations of one page stay apart, and become one where an email connects them', async () => {
  const { capture, listed } = await open();
  await capture(marked('one'), marked('two'), mail('second of one', 'one'), marked('three'));
  const counts = async () => (await listed()).map(({ activityCount }) => activityCount).sort();
  expect(await counts()).toEqual([1, 1, 2]);
  const before = (await listed()).map(({ id }) => id);
  await capture(mail('bridge', 'one', 'two'));
  expect(await counts()).toEqual([1, 4]);
  for (const { id } of await listed()) expect(before).toContain(id);
});
