import type * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { knownPassword } from '../../../test/test-makers.ts';
import { verifyPassword } from './password-hash.ts';

const { promise: held, resolve: release } = Promise.withResolvers<void>();

// As slow as the test wants it: a real one is done before the next request comes.
vi.mock('@node-rs/argon2', async (importActual) => {
  const actual = await importActual<typeof argon2>();
  return {
    ...actual,
    verify: (hash: string, text: string) => held.then(() => actual.verify(hash, text)),
  };
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('an attempt whose password was not looked at, for the server was busy, does not count', async () => {
  const { email } = await app.make.person();
  const signIn = () =>
    app.call('POST /api/auth/login', { body: { email, password: knownPassword } });
  // As many as run and wait, and some that are refused.
  const others = Array.from({ length: 210 }, () =>
    verifyPassword('x', undefined).catch(() => false),
  );
  for (let attempt = 1; attempt <= 11; attempt += 1) {
    expect(await signIn()).toMatchObject({
      status: 429,
      error: { message: 'The server is busy. Please try again in a moment.' },
    });
  }
  // Only what is checked to be wrong may count against the person.
  expect(
    await app.db.selectFrom('attempts').select('count').where('count', '>', 0).execute(),
  ).toEqual([]);
  release();
  await Promise.race(others);
});
