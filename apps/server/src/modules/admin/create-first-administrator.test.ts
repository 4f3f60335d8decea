import { beforeAll, afterAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createFirstAdministrator } from './create-first-administrator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const first = { email: 'Root@Acme.example', name: 'Root', password: 'correct horse battery' };

const signIn = (email: string, password: string) =>
  app.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

test('refuses what cannot be used, naming the setting, and creates nobody', async () => {
  const create = (changed: Partial<typeof first>) =>
    createFirstAdministrator(app.db, { ...first, ...changed });
  await expect(create({ password: 'short' })).rejects.toThrow(
    'The administrator of FIRST_ADMIN_EMAIL cannot be created: Password must be at least',
  );
  await expect(create({ name: ' ' })).rejects.toThrow('cannot be created');
  expect(await app.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('creates one although several servers start at once, and none later', async () => {
  const others = ['a', 'b', 'c'].map((name) => ({ ...first, email: `${name}@acme.example` }));
  const created = await Promise.all(
    [first, ...others].map((one) => createFirstAdministrator(app.db, one)),
  );
  expect(created.filter(Boolean)).toHaveLength(1);
  const users = await app.db.selectFrom('users').select(['email', 'is_admin']).execute();
  expect(users).toEqual([{ email: expect.any(String), is_admin: true }]);
  expect((await signIn(users[0]?.email ?? '', first.password)).statusCode).toBe(200);

  // Also where the only one was deactivated since.
  await app.db.updateTable('users').set({ is_active: false }).execute();
  expect(await createFirstAdministrator(app.db, { ...first, email: 'late@acme.example' })).toBe(
    false,
  );
  const recorded = await app.db.selectFrom('audit_entries').select('action').execute();
  expect(recorded).toEqual([{ action: 'user.invited' }]);
});
