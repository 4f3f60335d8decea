import type { Endpoint } from '@repo/contract/endpoint';
import { endpoints } from '@repo/contract/endpoints';
import { limits } from '@repo/contract/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import { waitForLocks } from '#test/wait-for-locks.ts';
import { createAdmission } from '#platform/http/admission.ts';
import { createKeyRates } from '#platform/http/key-rates.ts';
import { createKnownKeys } from '#platform/http/known-keys.ts';
import { authenticate } from '../auth/authenticate.ts';
import { forgiveGuesses } from '../auth/guess-budget.ts';
import { storeApp } from './factors/authenticator-app.ts';
import { lockFactors } from './factors/own-factors.ts';
import { codeOf, fromBase32 } from './app-codes.fixture.ts';
import { createFactorLab } from './factor-lab.fixture.ts';

let app: TestApp;
let lab: ReturnType<typeof createFactorLab>;
beforeAll(async () => {
  app = await createTestApp();
  lab = createFactorLab(app);
});
afterAll(() => app.close());
afterEach(() => vi.useRealTimers());

test('of ten browsers that send one code at once, one signs in', async () => {
  const { person, secret } = await lab.withApp();
  const tokens = await Promise.all(Array.from({ length: 10 }, () => lab.pendingOf(person)));
  const code = codeOf(secret);
  const answers = await Promise.all(
    tokens.map((pendingToken) => lab.finish({ pendingToken, code })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('of ten browsers that send one pending sign-in with ten recovery codes, one signs in', async () => {
  const { person, recoveryCodes } = await lab.withApp();
  const pendingToken = await lab.pendingOf(person);
  const answers = await Promise.all(
    recoveryCodes.map((recoveryCode) => lab.finish({ pendingToken, recoveryCode })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('of ten browsers that send one recovery code at once, one signs in', async () => {
  const { person, recoveryCodes } = await lab.withApp();
  const tokens = await Promise.all(Array.from({ length: 10 }, () => lab.pendingOf(person)));
  const recoveryCode = recoveryCodes[0] ?? '';
  const answers = await Promise.all(
    tokens.map((pendingToken) => lab.finish({ pendingToken, recoveryCode })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a set-up that is repeated does not make used codes work again', async () => {
  const person = await app.make.person();
  const { token } = person;
  const { data } = await app.call('POST /api/auth/factors/authenticator-app', { token });
  const secret = fromBase32(data.key);
  const body = { setUpToken: data.setUpToken, code: codeOf(secret) };
  const confirm = () => app.call('PUT /api/auth/factors/authenticator-app', { token, body });
  expect((await confirm()).status).toBe(200);
  const code = codeOf(secret, 30);
  expect((await lab.finish({ pendingToken: await lab.pendingOf(person), code })).status).toBe(200);
  expect((await confirm()).error?.code).toBe('CONFLICT');
  expect((await lab.finish({ pendingToken: await lab.pendingOf(person), code })).status).toBe(400);
});

test('a pending sign-in takes codes of its own person alone, and a clock set back none twice', async () => {
  const [{ person, secret }, other] = [await lab.withApp(), await lab.withApp()];
  const crossed = { pendingToken: await lab.pendingOf(person), code: codeOf(other.secret) };
  expect((await lab.finish(crossed)).status).toBe(400);
  const recoveryCode = other.recoveryCodes[0] ?? '';
  expect(
    (await lab.finish({ pendingToken: await lab.pendingOf(person), recoveryCode })).status,
  ).toBe(400);
  const later = codeOf(secret, 30);
  expect(
    (await lab.finish({ pendingToken: await lab.pendingOf(person), code: later })).status,
  ).toBe(200);
  const now = await lab.finish({ pendingToken: await lab.pendingOf(person), code: codeOf(secret) });
  expect(now.status).toBe(400);
});

test.each(['', '.', 'k1.', '__proto__.AAAA', `k1.${'A'.repeat(40)}`, '\u0000.AAAA'])(
  'a made-up pending token %j is refused before anything is read',
  async (pendingToken) => {
    const { status, error } = await lab.finish({ pendingToken, code: '123456' });
    expect([status, error?.code]).toEqual([401, 'UNAUTHENTICATED']);
  },
);

test('a pending sign-in ends after five minutes, with a new password, and with the person', async () => {
  const { person, secret } = await lab.withApp();
  const late = await lab.pendingOf(person);
  vi.useFakeTimers({
    toFake: ['Date'],
    now: Date.now() + limits.pendingSignInMinutes * 60_000 + 1,
  });
  expect((await lab.finish({ pendingToken: late, code: codeOf(secret) })).status).toBe(401);
  vi.useRealTimers();
  for (const change of [{ password_hash: 'another' }, { is_active: false }]) {
    const { person: other, secret: otherSecret } = await lab.withApp();
    const pendingToken = await lab.pendingOf(other);
    await app.db.updateTable('users').set(change).where('id', '=', other.id).execute();
    expect((await lab.finish({ pendingToken, code: codeOf(otherSecret) })).status).toBe(401);
  }
});

test('who knows the password guesses a hundred codes at most, and the person still signs in', async () => {
  const home = '198.51.100.7';
  const { person, secret } = await lab.withApp();
  await lab.finish({ pendingToken: await lab.pendingOf(person, home), code: codeOf(secret) }, home);
  let checked = 0;
  for (let network = 0; network < 14; network += 1) {
    const from = `10.7.${network}.1`;
    const pendingToken = await lab.pendingOf(person, from);
    for (let guess = 0; guess < 11; guess += 1) {
      const { status } = await lab.finish({ pendingToken, code: 'a guess' }, from);
      if (status === 429) break;
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(90);
  const mailed = app.jobs.recorded.filter(
    ({ data }) => 'userId' in data && data.userId === person.id && 'change' in data,
  );
  expect(
    mailed.filter(({ data }) => 'change' in data && data.change === 'wrong-codes'),
  ).toHaveLength(1);
  expect(checked).toBeLessThanOrEqual(limits.wrongCodesPerDay);
  const code = codeOf(secret, 30);
  expect(
    (await lab.finish({ pendingToken: await lab.pendingOf(person, home), code }, home)).status,
  ).toBe(200);
});

test('without the key of its secret, codes are refused in words, and recovery codes still work', async () => {
  const { person, secret, recoveryCodes } = await lab.withApp();
  const setKey = (id: string) =>
    app.db
      .updateTable('authenticator_apps')
      .set({ secret_key_id: id })
      .where('user_id', '=', person.id)
      .execute();
  const [own = ''] = app.context.config.encryptionKeys.keys();
  await setKey('lost');
  const from = '10.9.0.1';
  const pendingToken = await lab.pendingOf(person, from);
  // More often than wrong codes are taken: what was not checked is no guess.
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const { error } = await lab.finish({ pendingToken, code: codeOf(secret) }, from);
    expect([error?.code, error?.message]).toEqual([
      'UNAVAILABLE',
      expect.stringContaining('Use a recovery code'),
    ]);
  }
  const recoveryCode = recoveryCodes[0] ?? '';
  expect((await lab.finish({ pendingToken, recoveryCode }, from)).status).toBe(200);
  await setKey(own);
  const again = await lab.pendingOf(person, from);
  expect((await lab.finish({ pendingToken: again, code: codeOf(secret) }, from)).status).toBe(200);
});

test('who signed in by the password before there was a factor is signed out by it', async () => {
  const person = await app.make.person();
  const { data: attacker } = await lab.signIn(person.email, '10.8.0.1');
  await lab.setUp(person);
  expect((await app.call('GET /api/auth/me', { token: attacker.token })).status).toBe(401);
  expect((await app.call('GET /api/auth/me', { token: person.token })).status).toBe(200);
});

test('a sign-in that waits while a factor is set up starts no session', async () => {
  const person = await app.make.person();
  let signingIn: ReturnType<typeof lab.signIn> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await lockFactors(tx, person.id);
    signingIn = lab.signIn(person.email, '10.8.0.2');
    await waitForLocks(app.db, 1);
    await storeApp(tx, app.context.secretBox, {
      userId: person.id,
      secret: Buffer.alloc(20),
      step: 0,
    });
  });
  expect((await signingIn)?.error?.code).toBe('SECOND_FACTOR_REQUIRED');
  const sessions = await app.call('GET /api/auth/sessions', { token: person.token });
  expect(sessions.data.items).toHaveLength(1);
});

test('a stolen session with the password removes, replaces and resets no factor', async () => {
  const { person } = await lab.withApp();
  const { token } = person;
  await app.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .where('user_id', '=', person.id)
    .execute();
  const proof = await app.call('POST /api/auth/proof', {
    token,
    body: { password: knownPassword },
  });
  expect(proof.error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'code' }] });
  // Whether the password was right is not mailed.
  const wrong = await app.call('POST /api/auth/proof', { token, body: { password: 'a guess' } });
  expect(wrong.error).toEqual(proof.error);
  const removal = await app.call('DELETE /api/auth/factors/authenticator-app', { token });
  expect(removal.error?.code).toBe('FRESH_PROOF_REQUIRED');
});

test('reset links used from many networks give no further guesses of codes', async () => {
  const { person } = await lab.withApp();
  let checked = 0;
  for (let network = 0; network < 14; network += 1) {
    const from = `10.6.${network}.1`;
    // As a used reset link does.
    await forgiveGuesses(app.db, { email: person.email, from });
    const pendingToken = await lab.pendingOf(person, from);
    for (let guess = 0; guess < 31; guess += 1) {
      const { status } = await lab.finish({ pendingToken, code: 'a guess' }, from);
      if (status === 429) break;
      checked += 1;
    }
  }
  expect(checked).toBeLessThanOrEqual(limits.wrongCodesPerDay);
});

test('a session that was left alone exports nothing; an export that has begun goes on', async () => {
  const { id, token } = await app.make.person();
  const setProven = (at: Date) =>
    app.db.updateTable('sessions').set({ proven_at: at }).where('user_id', '=', id).execute();
  const request = {
    headers: { authorization: `Bearer ${token}` },
    log: app.app.log,
  } as unknown as FastifyRequest;
  const call: Endpoint = endpoints['GET /api/auth/own-data/export'];
  const admission = createAdmission(call, (async () => undefined) as never, {
    authenticate: (given) => authenticate(app.db, given),
    authenticateKey: () => Promise.reject(new Error('no key')),
    rates: createKeyRates(),
    known: createKnownKeys(),
  });
  await admission.admit(request, {} as FastifyReply);
  await setProven(new Date(0));
  await admission.confirm(request);
  expect((await app.call('GET /api/auth/own-data/export', { token })).error?.code).toBe(
    'FRESH_PROOF_REQUIRED',
  );
  await app.db.deleteFrom('sessions').where('user_id', '=', id).execute();
  await expect(admission.confirm(request)).rejects.toThrow('Not authenticated');
});
