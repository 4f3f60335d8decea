import { limits } from '@repo/contract/limits';
import type { PendingSignIn } from '@repo/contract/sign-in-factors';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { stepAt, totpCode } from './totp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
afterEach(() => vi.useRealTimers());

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const fromBase32 = (text: string) => {
  const bits = [...text].map((one) => BASE_32.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** The code of an app after some seconds. */
const codeOf = (secret: Buffer, seconds = 0) =>
  totpCode(secret, stepAt(new Date(Date.now() + seconds * 1_000)));

/** A person with an authenticator app, whose codes of now are not used up. */
async function withApp(given: Parameters<TestApp['make']['person']>[0] = {}) {
  const person = await app.make.person(given);
  const begun = await app.call('POST /api/auth/factors/authenticator-app', {
    token: person.token,
  });
  const secret = fromBase32(begun.data.key);
  const { data } = await app.call('PUT /api/auth/factors/authenticator-app', {
    token: person.token,
    body: { setUpToken: begun.data.setUpToken, code: codeOf(secret) },
  });
  await app.db
    .updateTable('authenticator_apps')
    .set({ last_step: '0' })
    .where('user_id', '=', person.id)
    .execute();
  return { person, secret, recoveryCodes: data.recoveryCodes ?? [] };
}

const signIn = (email: string, from?: string) =>
  app.call('POST /api/auth/login', {
    body: { email, password: knownPassword },
    ...(from !== undefined && { from }),
  });

async function pendingOf({ email }: MadePerson, from?: string): Promise<string> {
  const { status, error } = await signIn(email, from);
  expect([status, error?.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
  return (error?.details as PendingSignIn | undefined)?.pendingToken ?? '';
}

const finish = (
  body: { pendingToken: string; code?: string; recoveryCode?: string },
  from?: string,
) => app.call('POST /api/auth/login/second-factor', { body, ...(from !== undefined && { from }) });

test('the right password of a person with an app starts no session; a code does, once', async () => {
  const { person, secret } = await withApp();
  const pendingToken = await pendingOf(person);
  expect((await app.call('GET /api/auth/me', { token: pendingToken })).status).toBe(401);
  const code = codeOf(secret);
  const { data } = await finish({ pendingToken, code });
  expect(data.user.id).toBe(person.id);
  const sessions = await app.call('GET /api/auth/sessions', { token: data.token });
  expect(sessions.data.items[0]).toMatchObject({
    isCurrent: true,
    openedWith: 'password-and-code',
  });

  // The same code, with another right password.
  const again = await finish({ pendingToken: await pendingOf(person), code });
  expect([again.status, again.error?.message]).toEqual([400, expect.stringContaining('used')]);
  // The same right password, with another code.
  const reused = await finish({ pendingToken, code: codeOf(secret, 30) });
  expect(reused.status).toBe(401);
});

test.each([-90, 90])('a code of a clock that is %d s off is refused', async (seconds) => {
  const { person, secret } = await withApp();
  const wrong = await finish({
    pendingToken: await pendingOf(person),
    code: codeOf(secret, seconds),
  });
  expect(wrong.error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'code' }] });
});

test('of ten browsers that send one code at once, one signs in', async () => {
  const { person, secret } = await withApp();
  const tokens = await Promise.all(Array.from({ length: 10 }, () => pendingOf(person)));
  const code = codeOf(secret);
  const answers = await Promise.all(tokens.map((pendingToken) => finish({ pendingToken, code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('of ten browsers that send one pending sign-in with ten recovery codes, one signs in', async () => {
  const { person, recoveryCodes } = await withApp();
  const pendingToken = await pendingOf(person);
  const answers = await Promise.all(
    recoveryCodes.map((recoveryCode) => finish({ pendingToken, recoveryCode })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a recovery code works once, however it is typed, and the person is told', async () => {
  const { person, recoveryCodes } = await withApp();
  expect(new Set(recoveryCodes).size).toBe(limits.recoveryCodes);
  const [first = ''] = recoveryCodes;
  const typed = ` ${first.replaceAll('-', '').toUpperCase()} `;
  const { data } = await finish({ pendingToken: await pendingOf(person), recoveryCode: typed });
  const factors = await app.call('GET /api/auth/factors', { token: data.token });
  expect(factors.data.recoveryCodesLeft).toBe(limits.recoveryCodes - 1);
  const again = await finish({ pendingToken: await pendingOf(person), recoveryCode: first });
  expect(again.status).toBe(400);
  const stored = await app.db.selectFrom('recovery_codes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(recoveryCodes[1]);
  expect(app.jobs.recorded.map(({ data: sent }) => sent)).toContainEqual({
    userId: person.id,
    change: 'recovery-code-used',
  });
});

test('a pending sign-in ends after five minutes, with a new password, and with the person', async () => {
  const { person, secret } = await withApp();
  const late = await pendingOf(person);
  vi.useFakeTimers({
    toFake: ['Date'],
    now: Date.now() + limits.pendingSignInMinutes * 60_000 + 1,
  });
  expect((await finish({ pendingToken: late, code: codeOf(secret) })).status).toBe(401);
  vi.useRealTimers();
  for (const change of [{ password_hash: 'another' }, { is_active: false }]) {
    const { person: other, secret: otherSecret } = await withApp();
    const pendingToken = await pendingOf(other);
    await app.db.updateTable('users').set(change).where('id', '=', other.id).execute();
    expect((await finish({ pendingToken, code: codeOf(otherSecret) })).status).toBe(401);
  }
});

test('who knows the password guesses a hundred codes at most, and the person still signs in', async () => {
  const home = '198.51.100.7';
  const { person, secret } = await withApp();
  await finish({ pendingToken: await pendingOf(person, home), code: codeOf(secret) }, home);
  let checked = 0;
  for (let network = 0; network < 60; network += 1) {
    const from = `10.7.${network}.1`;
    const pendingToken = await pendingOf(person, from);
    for (let guess = 0; guess < 11; guess += 1) {
      const { status } = await finish({ pendingToken, code: 'a guess' }, from);
      if (status === 429) break;
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(90);
  expect(checked).toBeLessThanOrEqual(limits.wrongCodesPerDay);
  const code = codeOf(secret, 30);
  expect((await finish({ pendingToken: await pendingOf(person, home), code }, home)).status).toBe(
    200,
  );
});

test('the secret of an app is stored encrypted, and its set-up is for its person alone', async () => {
  const { person, secret } = await withApp();
  const stored = await app.db
    .selectFrom('authenticator_apps')
    .select('secret')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(stored.secret.includes(secret)).toBe(false);
  const other = await app.make.person();
  const begun = await app.call('POST /api/auth/factors/authenticator-app', { token: person.token });
  const theirs = await app.call('PUT /api/auth/factors/authenticator-app', {
    token: other.token,
    body: { setUpToken: begun.data.setUpToken, code: codeOf(fromBase32(begun.data.key)) },
  });
  expect(theirs.error?.code).toBe('CONFLICT');
});

test('new recovery codes replace the old ones, and all go with the app', async () => {
  const { person, recoveryCodes } = await withApp();
  const made = await app.call('POST /api/auth/factors/recovery-codes', { token: person.token });
  expect(made.data.recoveryCodes).toHaveLength(limits.recoveryCodes);
  const old = await finish({
    pendingToken: await pendingOf(person),
    recoveryCode: recoveryCodes[0] ?? '',
  });
  expect(old.status).toBe(400);
  await app.call('DELETE /api/auth/factors/authenticator-app', { token: person.token });
  expect((await app.call('GET /api/auth/factors', { token: person.token })).data).toEqual({
    authenticatorApp: null,
    recoveryCodesLeft: 0,
  });
  expect((await signIn(person.email)).status).toBe(200);
});

test('an administrator removes lost factors: sessions end, the log has it, and the person is told', async () => {
  const { person } = await withApp();
  const admin = await app.make.person({ is_admin: true });
  const params = { id: person.id };
  const remove = () =>
    app.call('POST /api/admin/users/{id}/remove-factors', { token: admin.token, params });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(409);
  expect((await app.call('GET /api/auth/me', { token: person.token })).status).toBe(401);
  expect((await signIn(person.email)).status).toBe(200);
  const entry = await app.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'person_id'])
    .where('action', '=', 'user.factors-reset')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ actor_id: admin.id, person_id: person.id });
  expect(app.jobs.recorded.map(({ data }) => data)).toContainEqual({
    userId: person.id,
    change: 'reset',
  });
});

test('factors change a few times a day', async () => {
  const { person } = await withApp();
  const { token } = person;
  const counted = { name: 'changes of your second factors', attempts: limits.factorChangesPerDay };
  for (let change = 1; change < counted.attempts; change += 1) {
    expect((await app.call('POST /api/auth/factors/recovery-codes', { token })).status).toBe(200);
  }
  const { data } = await app.call('POST /api/auth/factors/authenticator-app', { token });
  const body = { setUpToken: data.setUpToken, code: codeOf(fromBase32(data.key)) };
  const last = await app.call('PUT /api/auth/factors/authenticator-app', { token, body });
  expect(last.error).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringContaining(counted.name),
  });
});

test('factors change only after a fresh proof, by password, code or recovery code', async () => {
  const { person, secret, recoveryCodes } = await withApp();
  const { token } = person;
  const begin = () => app.call('POST /api/auth/factors/authenticator-app', { token });
  const forget = () =>
    app.db
      .updateTable('sessions')
      .set({ proven_at: sql<Date>`now() - make_interval(mins => ${limits.freshProofMinutes})` })
      .where('user_id', '=', person.id)
      .execute();
  for (const proof of [
    { password: knownPassword },
    { code: codeOf(secret) },
    { recoveryCode: recoveryCodes[0] ?? '' },
  ]) {
    await forget();
    expect((await begin()).error).toMatchObject({ status: 403, code: 'FRESH_PROOF_REQUIRED' });
    expect((await app.call('POST /api/auth/proof', { token, body: proof })).status).toBe(200);
    expect((await begin()).status).toBe(200);
  }
  await forget();
  for (const proof of [{ password: 'a guess' }, { code: '000' }, {}]) {
    const wrong = await app.call('POST /api/auth/proof', { token, body: proof });
    expect(wrong.error?.code).toBe('VALIDATION_FAILED');
    expect((await begin()).status).toBe(403);
  }
});
