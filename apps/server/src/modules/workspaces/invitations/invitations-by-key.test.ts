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

test('one key sends a hundred emails an hour to others, whatever they are about', async () => {
  const admin = await app.make.person({ is_admin: true });
  const { id: workspaceId } = await app.make.workspace();
  const newKey = async () =>
    (await insertApiKey(app.db, admin.id, { scopes: ['administration:write'] })).key;
  const [key, other] = [await newKey(), await newKey()];
  const ways = [
    (token: string, name: string) =>
      app.call('POST /api/admin/users/invite', {
        token,
        body: { email: `${name}@acme.example`, name },
      }),
    (token: string, name: string) =>
      app.call('POST /api/workspaces/{workspaceId}/members', {
        token,
        params: { workspaceId },
        body: { email: `${name}@globex.example` },
      }),
    async (token: string) => {
      const { id } = await app.make.person();
      return app.call('POST /api/admin/users/{id}/password-reset', { token, params: { id } });
    },
  ];
  const send = (token: string, count: number) =>
    Promise.resolve(ways[count % 3]?.(token, `user-${count}`));
  for (let count = 0; count < 100; count += 1) {
    expect(await send(key, count)).toMatchObject({ status: 200 });
  }
  app.mails.length = 0;
  for (let count = 100; count < 103; count += 1) {
    expect(await send(key, count)).toMatchObject({
      status: 429,
      error: {
        code: 'RATE_LIMITED',
        message: expect.stringMatching(
          /^Too many emails by this API key\. Try again in \d+ minutes\.$/,
        ),
      },
    });
  }
  expect(app.mails).toEqual([]);
  // The same by another key, and by the administrator.
  expect(await send(other, 100)).toMatchObject({ status: 200 });
  expect(await send(admin.token, 101)).toMatchObject({ status: 200 });
});
