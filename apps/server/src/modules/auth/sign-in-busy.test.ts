import type * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import { verifyPassword } from './password-hash.ts';

const { promise: held, resolve: release } = Promise.withResolvers<void>();

// As slow as the test needs: a real hash is done before the next request arrives.
vi.mock('@node-rs/argon2', async (importActual) => {
  const actual = await importActual<typeof argon2>();
  return {
    ...actual,
    verify: (hash: string, text: string) => held.then(() => actual.verify(hash, text)),
  };
});

let app: TestApp;
beforeAll(async () => {
  // So that a delayed refusal fails the test.
  app = await createTestApp({ refusalDelayMs: 600_000 });
});
afterAll(() => app.close());

test('an attempt whose password was not checked, as the server was busy, counts nowhere', async () => {
  const { email } = await app.make.person();
  // As many as can run and wait, all ahead of requests from unknown networks.
  const others = Array.from({ length: 102 }, () =>
    verifyPassword('x', undefined, 0).catch(() => false),
  );
  for (let attempt = 1; attempt <= 15; attempt += 1) {
    const body = { email, password: knownPassword };
    expect(await app.call('POST /api/auth/login', { body })).toMatchObject({
      status: 429,
      error: { message: 'The server is busy. Try again in a moment.' },
    });
  }
  const failures = await app.db.selectFrom('sign_in_failures').select('failed_at').execute();
  expect(failures.map(({ failed_at }) => failed_at)).toEqual([[], []]);
  const counts = await app.db.selectFrom('rate_limit_counters').select('count').execute();
  expect(counts).toEqual([{ count: 0 }]);
  release();
  await Promise.all(others);
});
