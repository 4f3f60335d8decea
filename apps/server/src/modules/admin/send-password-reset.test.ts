import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '#modules/audit/actor.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import { sendPasswordReset } from './send-password-reset.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('administrators and their keys together cannot flood one user with reset links', async () => {
  const [ada, eve, ann, bob] = await Promise.all(
    [true, true, false, false].map((is_admin) => app.make.person({ is_admin })),
  );
  if (!ada || !eve || !ann || !bob) throw new Error('unreachable');
  const { key } = await insertApiKey(app.db, eve.id, { scopes: ['administration:write'] });
  const send = (token: string, id: string) =>
    app.call('POST /api/admin/users/{id}/password-reset', { token, params: { id } });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => send(index % 2 === 0 ? ada.token : key, ann.id)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    429,
    429,
  ]);
  expect(app.mails.map(({ to }) => to)).toEqual(Array.from({ length: 10 }, () => ann.email));
  expect(await send(key, bob.id)).toMatchObject({ status: 200 });
  // The way back in of who runs the server.
  await sendPasswordReset(app.context, commandLine, ann.id);
  expect(app.mails.at(-1)?.to).toBe(ann.email);
});
