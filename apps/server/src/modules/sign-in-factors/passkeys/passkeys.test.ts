import type { PendingSignIn } from '@repo/contract/sign-in-factors';
import { limits } from '@repo/contract/limits';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { createFactorLab } from '../factor-lab.fixture.ts';
import { createPasskeyDevice } from './passkey-device.fixture.ts';
import { createPasskeyLab, SITE } from './passkey-lab.fixture.ts';
import { handleOf } from './user-handle.ts';

let app: TestApp;
let lab: ReturnType<typeof createPasskeyLab>;
let codes: ReturnType<typeof createFactorLab>;
beforeAll(async () => {
  app = await createTestApp({ config: { webUrl: SITE } });
  lab = createPasskeyLab(app);
  codes = createFactorLab(app);
});
afterAll(() => app.close());
afterEach(() => vi.useRealTimers());

const passwordOf = ({ email }: MadePerson) =>
  app.call('POST /api/auth/login', { body: { email, password: knownPassword } });

async function pendingOf(person: MadePerson) {
  const { error } = await passwordOf(person);
  return error?.details as PendingSignIn;
}

const mailedTo = ({ id }: MadePerson) =>
  app.jobs.recorded.flatMap(({ data }) =>
    'userId' in data && data.userId === id && 'change' in data ? [data.change] : [],
  );

const auditedOf = async ({ id }: MadePerson) =>
  (
    await app.db.selectFrom('audit_entries').select('action').where('person_id', '=', id).execute()
  ).map(({ action }) => action);

test('a passkey signs in without a password, and the session says so', async () => {
  const { person, device } = await lab.withPasskey();
  const { challengeToken, options } = await lab.options();
  expect(options).toMatchObject({ rpId: 'tracker.example', userVerification: 'required' });
  expect(options.allowCredentials).toEqual([]);
  const userHandle = handleOf(person.id).toString('base64url');
  const { data } = await lab.send(challengeToken, device.use(options.challenge, { userHandle }));
  expect(data.user.id).toBe(person.id);
  const sessions = await app.call('GET /api/auth/sessions', { token: data.token });
  expect(sessions.data.items[0]).toMatchObject({ isCurrent: true, openedWith: 'passkey' });
  const listed = await app.call('GET /api/auth/factors', { token: data.token });
  expect(listed.data).toMatchObject({
    offersPasskeys: true,
    hasPassword: true,
    recoveryCodesLeft: limits.recoveryCodes,
    passkeys: [
      { name: 'Laptop', signsInAlone: true, isUsable: true, lastUsedAt: expect.any(String) },
    ],
  });
});

test('the first passkey gives recovery codes and ends the other sessions; the person is told', async () => {
  const person = await app.make.person();
  const other = await app.make.session(person.id);
  const { recoveryCodes } = await lab.add(person);
  expect(recoveryCodes).toHaveLength(limits.recoveryCodes);
  expect((await app.call('GET /api/auth/me', { token: other })).status).toBe(401);
  const second = await lab.add(person);
  expect(second.recoveryCodes).toEqual([]);
  expect(mailedTo(person)).toEqual(['passkey-added', 'passkey-added']);
  expect(await auditedOf(person)).toEqual(['user.factor-added', 'user.factor-added']);
});

test('after the password, a passkey is the second factor, also one that checks no one', async () => {
  const { person, device, recoveryCodes } = await lab.withPasskey({ verifiesUser: false });
  const pending = await pendingOf(person);
  expect(pending.steps).toEqual(['passkey', 'recovery-code']);
  const { challengeToken, options } = await lab.options(pending.pendingToken);
  expect(options.allowCredentials.map(({ id }) => id)).toEqual([device.credentialId]);
  const { data } = await app.call('POST /api/auth/login/second-factor', {
    body: {
      pendingToken: pending.pendingToken,
      passkey: { challengeToken, credential: device.use(options.challenge) },
    },
  });
  const sessions = await app.call('GET /api/auth/sessions', { token: data.token });
  expect(sessions.data.items[0]?.openedWith).toBe('password-and-passkey');
  // Alone it would be one factor.
  expect((await lab.signIn(device)).status).toBe(401);
  const { pendingToken } = await pendingOf(person);
  expect((await codes.finish({ pendingToken, recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(
    200,
  );
});

test('a passkey that checked its person when it was added always has to', async () => {
  const { person, device } = await lab.withPasskey();
  const { pendingToken } = await pendingOf(person);
  const { challengeToken, options } = await lab.options(pendingToken);
  const credential = device.use(options.challenge, { verifiesUser: false });
  const answer = await app.call('POST /api/auth/login/second-factor', {
    body: { pendingToken, passkey: { challengeToken, credential } },
  });
  expect(answer.error).toMatchObject({ status: 400, details: [{ field: 'passkey' }] });
});

test.each([
  { name: 'another origin', changed: { origin: 'https://tracker.example.evil.test' } },
  { name: 'the same host without encryption', changed: { origin: 'http://tracker.example' } },
  { name: 'another site', changed: { rpId: 'evil.test' } },
  { name: 'a person who was not checked', changed: { verifiesUser: false } },
  { name: 'the handle of another person', changed: { userHandle: 'AAAA' } },
])('$name signs nobody in', async ({ changed }) => {
  const { device } = await lab.withPasskey();
  const { status, error } = await lab.signIn(device, changed);
  expect([status, error?.code]).toEqual([401, 'UNAUTHENTICATED']);
  expect((await lab.signIn(device)).status).toBe(200);
});

test('an unknown passkey and a wrong signature get the same answer', async () => {
  const { device } = await lab.withPasskey();
  const stranger = createPasskeyDevice({
    origin: SITE,
    rpId: 'tracker.example',
    verifiesUser: true,
    count: 0,
  });
  const { challengeToken, options } = await lab.options();
  const forged = {
    ...stranger.use(options.challenge),
    id: device.credentialId,
    rawId: device.credentialId,
  };
  const wrong = await lab.send(challengeToken, forged);
  const unknown = await lab.signIn(stranger);
  expect(wrong.status).toBe(401);
  expect(unknown.error).toEqual(wrong.error);
});

test('a challenge is for one answer, for five minutes, and for what it was asked for', async () => {
  const { person, device } = await lab.withPasskey();
  const { challengeToken, options } = await lab.options();
  const credential = device.use(options.challenge);
  expect((await lab.send(challengeToken, credential)).status).toBe(200);
  expect((await lab.send(challengeToken, credential)).status).toBe(401);
  // Another text for the same bytes.
  expect((await lab.send(`${challengeToken}=`, credential)).status).toBe(401);

  const other = await lab.options();
  expect((await lab.send(other.challengeToken, credential)).status).toBe(401);
  for (const madeUp of ['', 'k1.AAAA', '\u0000.AAAA']) {
    expect((await lab.send(madeUp, credential)).status).toBe(401);
  }

  const { pendingToken } = await pendingOf(person);
  const step = await lab.options(pendingToken);
  const crossed = await lab.send(step.challengeToken, device.use(step.options.challenge));
  expect(crossed.status).toBe(401);
  const another = await pendingOf(person);
  const elsewhere = await app.call('POST /api/auth/login/second-factor', {
    body: {
      pendingToken: another.pendingToken,
      passkey: {
        challengeToken: step.challengeToken,
        credential: device.use(step.options.challenge),
      },
    },
  });
  expect(elsewhere.status).toBe(400);

  const late = await lab.options();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + limits.passkeyMinutes * 60_000 + 1 });
  expect((await lab.send(late.challengeToken, device.use(late.options.challenge))).status).toBe(
    401,
  );
});

test('of ten browsers that send one answer at once, one signs in', async () => {
  const { device } = await lab.withPasskey();
  const { challengeToken, options } = await lab.options();
  const credential = device.use(options.challenge);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => lab.send(challengeToken, credential)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('ten browsers that add one passkey at once add it once', async () => {
  const person = await app.make.person();
  const device = createPasskeyDevice({
    origin: SITE,
    rpId: 'tracker.example',
    verifiesUser: true,
    count: 0,
  });
  const answers = await Promise.all(Array.from({ length: 10 }, () => lab.confirm(person, device)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const stranger = await app.make.person();
  expect((await lab.confirm(stranger, device)).error?.code).toBe('CONFLICT');
});

test('a counter that goes back is refused, audited and mailed', async () => {
  const { person, device } = await lab.withPasskey({ count: 1 });
  expect((await lab.signIn(device, { count: 5 })).status).toBe(200);
  for (const count of [5, 4, 0]) {
    expect((await lab.signIn(device, { count })).status).toBe(401);
  }
  expect((await auditedOf(person)).filter((one) => one === 'user.passkey-refused')).toHaveLength(3);
  expect(mailedTo(person).filter((one) => one === 'passkey-refused')).toHaveLength(1);
  expect((await lab.signIn(device, { count: 6 })).status).toBe(200);
});

test('a passkey of another origin, of another session, or of another challenge is not added', async () => {
  const person = await app.make.person();
  const device = () =>
    createPasskeyDevice({ origin: SITE, rpId: 'tracker.example', verifiesUser: true, count: 0 });
  const token = await app.make.session(person.id);
  for (const changed of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { token }]) {
    const { error } = await lab.confirm(person, device(), changed);
    expect(error?.code).toBe('CONFLICT');
  }
  const { data } = await lab.begin(person);
  const replaced = await app.call('POST /api/auth/factors/passkeys', {
    token: person.token,
    body: {
      challengeToken: data.challengeToken,
      name: 'Laptop',
      credential: device().create((await lab.begin(person)).data.options.challenge),
    },
  });
  expect(replaced.error?.code).toBe('CONFLICT');
  const { data: listed } = await app.call('GET /api/auth/factors', { token: person.token });
  expect(listed.passkeys).toEqual([]);
});

test('passkeys are renamed and removed by their person alone; the last takes the recovery codes along', async () => {
  const { person, device, passkeyId } = await lab.withPasskey();
  const params = { id: passkeyId };
  const stranger = await app.make.person();
  const rename = (token: string, name: string) =>
    app.call('PATCH /api/auth/factors/passkeys/{id}', { token, params, body: { name } });
  const remove = (token: string) =>
    app.call('DELETE /api/auth/factors/passkeys/{id}', { token, params });
  expect((await rename(stranger.token, 'Mine')).status).toBe(404);
  expect((await remove(stranger.token)).status).toBe(404);
  for (const name of [' ', 'x'.repeat(limits.passkeyNameLength + 1), 'a\nb']) {
    expect((await rename(person.token, name)).status).toBe(400);
  }
  expect((await rename(person.token, ' Work phone ')).status).toBe(200);
  const list = async () => (await app.call('GET /api/auth/factors', { token: person.token })).data;
  expect((await list()).passkeys[0]?.name).toBe('Work phone');
  expect((await remove(person.token)).status).toBe(200);
  expect(await list()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  expect(mailedTo(person)).toContain('passkey-removed');
  expect((await lab.signIn(device)).status).toBe(401);
  expect((await passwordOf(person)).status).toBe(200);
});

test('a passkey of a deactivated person, and of a person whose factors were reset, is refused', async () => {
  const [left, lost] = [await lab.withPasskey(), await lab.withPasskey()];
  await app.db
    .updateTable('users')
    .set({ is_active: false })
    .where('id', '=', left.person.id)
    .execute();
  expect((await lab.signIn(left.device)).status).toBe(401);
  const admin = await app.make.person({ is_admin: true });
  const params = { id: lost.person.id };
  await app.call('POST /api/admin/users/{id}/remove-factors', { token: admin.token, params });
  expect((await lab.signIn(lost.device)).status).toBe(401);
});

test('a passkey proves who uses the session; the password does not', async () => {
  const { person, device } = await lab.withPasskey();
  const { token } = person;
  await app.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .where('user_id', '=', person.id)
    .execute();
  expect((await lab.begin(person)).error?.code).toBe('FRESH_PROOF_REQUIRED');
  const byPassword = await app.call('POST /api/auth/proof', {
    token,
    body: { password: knownPassword },
  });
  expect(byPassword.status).toBe(400);
  const { data } = await app.call('POST /api/auth/proof/passkey/options', { token });
  const passkey = {
    challengeToken: data.challengeToken,
    credential: device.use(data.options.challenge),
  };
  const elsewhere = await app.make.session(person.id);
  const crossed = await app.call('POST /api/auth/proof', { token: elsewhere, body: { passkey } });
  expect(crossed.status).toBe(400);
  expect((await app.call('POST /api/auth/proof', { token, body: { passkey } })).status).toBe(200);
  expect((await lab.begin(person)).status).toBe(200);
});

test('a person has twenty passkeys at most', async () => {
  const { person } = await lab.withPasskey();
  const [row] = await app.db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', person.id)
    .execute();
  if (row === undefined) throw new Error('no passkey');
  const { id: _, ...values } = row;
  await app.db
    .insertInto('passkeys')
    .values(
      Array.from({ length: limits.passkeysPerUser - 1 }, (__, at) => ({
        ...values,
        credential_id: Buffer.from([at]),
      })),
    )
    .execute();
  expect((await lab.begin(person)).error?.code).toBe('LIMIT_REACHED');
});

test.each(['http://tracker.example', 'https://192.0.2.7', 'https://[::1]'])(
  'at %s no passkeys are offered',
  async (webUrl) => {
    const { config } = app.context;
    const before = config.webUrl;
    config.webUrl = webUrl;
    const answer = await app.call('POST /api/auth/login/passkey/options', { body: {} });
    config.webUrl = before;
    expect(answer.status).toBe(404);
  },
);
