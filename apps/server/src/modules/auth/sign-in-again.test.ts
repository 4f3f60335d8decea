import type * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import { guessLimits, rememberNetwork } from './guess-budget.ts';
import { verifyPassword } from './password-hash.ts';

const held = Promise.withResolvers<void>();

// As slow as the test needs: a real hash is done before the next request arrives.
vi.mock('@node-rs/argon2', async (importActual) => {
  const actual = await importActual<typeof argon2>();
  return {
    ...actual,
    verify: (hash: string, text: string) => held.promise.then(() => actual.verify(hash, text)),
  };
});

vi.mock('./password-hash.ts', { spy: true });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test(
  'members who sign in again and again, with their right passwords, keep no one else out',
  { timeout: 60_000 },
  async () => {
    const signIn = async (email: string, remoteAddress: string) => {
      const payload = { email, password: knownPassword };
      const request = { method: 'POST', url: '/api/auth/login', payload, remoteAddress } as const;
      return (await app.app.inject(request)).statusCode;
    };
    const many = [];
    for (const at of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']) {
      const { email } = await app.make.person();
      await rememberNetwork(app.db, { email, from: at });
      for (let n = 0; n < guessLimits.perKnownNetwork; n += 1) many.push(signIn(email, at));
    }
    // More than can run and wait.
    const arrived = () => vi.mocked(verifyPassword).mock.calls.length;
    await expect.poll(arrived, { timeout: 20_000 }).toBe(many.length);
    const [known, other] = [await app.make.person(), await app.make.person()];
    await rememberNetwork(app.db, { email: known.email, from: '192.0.2.6' });
    const owners = [signIn(known.email, '192.0.2.6'), signIn(other.email, '192.0.2.7')];
    await expect.poll(arrived, { timeout: 20_000 }).toBe(many.length + owners.length);
    held.resolve();
    expect(await Promise.all(owners)).toEqual([200, 200]);
    await Promise.all(many);
  },
);
