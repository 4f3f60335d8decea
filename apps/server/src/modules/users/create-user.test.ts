import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { setPassword } from '../auth/set-password.ts';
import { createUser } from './create-user.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const signIn = (email: string, password: string) =>
  app.call('POST /api/auth/login', { body: { email, password } });

test('a new person gets in once a password is set', async () => {
  const person = await createUser(app.db, { email: ' Ada@Example.COM ', name: ' Ada Lovelace ' });
  expect(person).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace' });
  expect((await signIn('ada@example.com', 'any password')).status).toBe(401);

  await setPassword(app.db, person, 'her password');

  const { data } = await signIn('ada@example.com', 'her password');
  expect(data.user).toMatchObject({ isAdmin: false, isTest: false, isActive: true });
});

test('may be an administrator or a test user', async () => {
  const { id } = await createUser(app.db, {
    email: 'root@example.com',
    name: 'Root',
    isAdmin: true,
    isTest: true,
  });
  const token = await app.make.session(id);
  const { data } = await app.call('GET /api/auth/me', { token });
  expect(data.user).toMatchObject({ isAdmin: true, isTest: true });
});

test('an e-mail belongs to one person, however it is written', async () => {
  await createUser(app.db, { email: 'grace@example.com', name: 'Grace' });
  await expect(createUser(app.db, { email: 'GRACE@example.com', name: 'G' })).rejects.toThrow(
    'A user with the email grace@example.com already exists',
  );
});

test.each([
  [{ email: '', name: 'Ada' }, 'Email is required'],
  [{ email: 'ada', name: 'Ada' }, 'Please enter a valid email address'],
  [{ email: 'a@example.org', name: '  ' }, 'Name is required'],
  [{ email: 'a@example.org', name: 'x'.repeat(201) }, 'Name must be at most 200 characters'],
  [{ email: 'a@example.org', name: 'A\0da' }, 'Name must be one line of text'],
])('%j is refused', async (person, message) => {
  await expect(createUser(app.db, person)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message,
  });
});

test('a new password ends every session and reset link, and fails for an unknown user', async () => {
  const { token, ...person } = await app.make.person();
  await setPassword(app.db, person, 'another password');
  expect((await app.call('GET /api/auth/me', { token })).status).toBe(401);
  await expect(setPassword(app.db, person, 'short')).rejects.toThrow(
    'Password must be at least 6 characters',
  );
  await expect(
    setPassword(app.db, { ...person, id: '00000000-0000-4000-8000-000000000000' }, 'long enough'),
  ).rejects.toThrow('User not found');
});
