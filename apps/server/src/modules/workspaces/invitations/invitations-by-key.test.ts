import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a key of an administrator cannot flood one user by adding and removing them', async () => {
  const admin = await app.make.person({ is_admin: true });
  const [ann, bob] = [await app.make.person(), await app.make.person()];
  const { id: workspaceId } = await app.make.workspace();
  const { key } = await insertApiKey(app.db, admin.id, { scopes: ['administration:write'] });
  const add = (token: string, { id, email }: { id: string; email: string }) => {
    const params = { workspaceId };
    return app
      .call('POST /api/workspaces/{workspaceId}/members', { token, params, body: { email } })
      .finally(() => app.db.deleteFrom('memberships').where('user_id', '=', id).execute());
  };
  for (let count = 0; count < 50; count += 1) await add(key, ann);
  expect(app.mails.filter(({ to }) => to === ann.email)).toHaveLength(50);
  expect(await add(key, ann)).toMatchObject({ status: 429, error: { code: 'RATE_LIMITED' } });
  expect(await add(key, bob)).toMatchObject({ status: 200 });
  // Who signed in is trusted.
  expect(await add(admin.token, ann)).toMatchObject({ status: 200 });
});
