import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import { codeOf, fromBase32 } from './app-codes.fixture.ts';
import { createFactorLab } from './factor-lab.fixture.ts';

let app: TestApp;
let lab: ReturnType<typeof createFactorLab>;
beforeAll(async () => {
  app = await createTestApp();
  lab = createFactorLab(app);
});
afterAll(() => app.close());

test('the right password of a person with an app starts no session; a code does, once', async () => {
  const { person, secret } = await lab.withApp();
  const pendingToken = await lab.pendingOf(person);
  expect((await app.call('GET /api/auth/me', { token: pendingToken })).status).toBe(401);
  const code = codeOf(secret);
  const { data } = await lab.finish({ pendingToken, code });
  expect(data.user.id).toBe(person.id);
  const sessions = await app.call('GET /api/auth/sessions', { token: data.token });
  expect(sessions.data.items[0]).toMatchObject({
    isCurrent: true,
    openedWith: 'password-and-code',
  });

  // The same code, with another right password.
  const again = await lab.finish({ pendingToken: await lab.pendingOf(person), code });
  expect([again.status, again.error?.message]).toEqual([400, expect.stringContaining('used')]);
  // The same right password, with another code.
  const reused = await lab.finish({ pendingToken, code: codeOf(secret, 30) });
  expect(reused.status).toBe(401);
});

test.each([-90, 90])('a code of a clock that is %d s off is refused', async (seconds) => {
  const { person, secret } = await lab.withApp();
  const wrong = await lab.finish({
    pendingToken: await lab.pendingOf(person),
    code: codeOf(secret, seconds),
  });
  expect(wrong.error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'code' }] });
});

test('a recovery code works once, however it is typed, and the person is told', async () => {
  const { person, recoveryCodes } = await lab.withApp();
  expect(new Set(recoveryCodes).size).toBe(limits.recoveryCodes);
  const [first = ''] = recoveryCodes;
  const typed = ` ${first.replaceAll('-', '').toUpperCase()} `;
  const { data } = await lab.finish({
    pendingToken: await lab.pendingOf(person),
    recoveryCode: typed,
  });
  const factors = await app.call('GET /api/auth/factors', { token: data.token });
  expect(factors.data.recoveryCodesLeft).toBe(limits.recoveryCodes - 1);
  const again = await lab.finish({
    pendingToken: await lab.pendingOf(person),
    recoveryCode: first,
  });
  expect(again.status).toBe(400);
  const stored = await app.db.selectFrom('recovery_codes').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(recoveryCodes[1]);
  expect(app.jobs.recorded.map(({ data: sent }) => sent)).toContainEqual({
    userId: person.id,
    change: 'recovery-code-used',
  });
});

test('the secret of an app is stored encrypted, and its set-up is for its person alone', async () => {
  const { person, secret } = await lab.withApp();
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
  const { person, recoveryCodes } = await lab.withApp();
  const made = await app.call('POST /api/auth/factors/recovery-codes', { token: person.token });
  expect(made.data.recoveryCodes).toHaveLength(limits.recoveryCodes);
  const old = await lab.finish({
    pendingToken: await lab.pendingOf(person),
    recoveryCode: recoveryCodes[0] ?? '',
  });
  expect(old.status).toBe(400);
  await app.call('DELETE /api/auth/factors/authenticator-app', { token: person.token });
  expect((await app.call('GET /api/auth/factors', { token: person.token })).data).toEqual({
    authenticatorApp: null,
    company: null,
    recoveryCodesLeft: 0,
    passkeys: [],
    offersPasskeys: true,
    hasPassword: true,
    requiredFrom: null,
  });
  expect((await lab.signIn(person.email)).status).toBe(200);
});

test('an administrator removes lost factors: sessions end, the log has it, and the person is told', async () => {
  const { person } = await lab.withApp();
  const admin = await app.make.person({ is_admin: true });
  const params = { id: person.id };
  const remove = () =>
    app.call('POST /api/admin/users/{id}/remove-factors', { token: admin.token, params });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(409);
  expect((await app.call('GET /api/auth/me', { token: person.token })).status).toBe(401);
  expect((await lab.signIn(person.email)).status).toBe(200);
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
  const { person } = await lab.withApp();
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

test('factors change only after a fresh proof, by a code or a recovery code', async () => {
  const { person, secret, recoveryCodes } = await lab.withApp();
  const { token } = person;
  const begin = () => app.call('POST /api/auth/factors/authenticator-app', { token });
  const forget = () =>
    app.db
      .updateTable('sessions')
      .set({ proven_at: sql<Date>`now() - make_interval(mins => ${limits.freshProofMinutes})` })
      .where('user_id', '=', person.id)
      .execute();
  for (const proof of [{ code: codeOf(secret) }, { recoveryCode: recoveryCodes[0] ?? '' }]) {
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

test('without a factor, the password is the proof', async () => {
  const { id, token } = await app.make.person();
  await app.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .where('user_id', '=', id)
    .execute();
  const begin = () => app.call('POST /api/auth/factors/authenticator-app', { token });
  const proveBy = (password: string) =>
    app.call('POST /api/auth/proof', { token, body: { password } });
  expect((await proveBy('a guess')).error?.code).toBe('VALIDATION_FAILED');
  expect((await begin()).error?.code).toBe('FRESH_PROOF_REQUIRED');
  expect((await proveBy(knownPassword)).status).toBe(200);
  expect((await begin()).status).toBe(200);
});
