import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MadePerson } from '#test/test-makers.ts';
import { setPassword } from '../auth/set-password.ts';
import { codeOf } from '../sign-in-factors/app-codes.fixture.ts';
import { createFactorLab } from '../sign-in-factors/factor-lab.fixture.ts';
import { type Company, createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
let company: Company;
let domain: string;
beforeAll(async () => {
  lab = await createSsoLab();
  company = await lab.company();
  domain = await lab.verifiedDomain(company);
});
afterAll(() => lab.close());

let made = 0;
async function employee() {
  made += 1;
  const person = await lab.app.make.person({ email: `employee${made}@${domain}` });
  const claims = { sub: person.id, email: person.email, email_verified: true };
  return { person, signIn: async () => (await lab.signIn(company, claims)).session?.data };
}

const removeApp = (token: string) =>
  lab.app.call('DELETE /api/auth/factors/authenticator-app', { token });

/** Sets up an app in a session, and returns its secret. */
const setUp = (person: MadePerson, token: string) =>
  createFactorLab(lab.app).setUp({ ...person, token });

test('a provider cannot remove the second factor of its user, by a sign-in without it', async () => {
  const { person, signIn } = await employee();
  const { secret } = await setUp(person, person.token);
  const token = (await signIn())?.token ?? '';
  expect((await removeApp(token)).error?.code).toBe('FRESH_PROOF_REQUIRED');
  const proof = { token, body: { code: codeOf(secret) } };
  expect((await lab.app.call('POST /api/auth/proof', proof)).status).toBe(200);
  expect((await removeApp(token)).status).toBe(200);
});

test('of a user without a factor, a sign-in at the provider is a fresh proof', async () => {
  const { person, signIn } = await employee();
  const token = (await signIn())?.token ?? '';
  const { recoveryCodes } = await setUp(person, token);
  expect(recoveryCodes).toHaveLength(10);
});

test('a sign-in at the moment of the first factor proves nothing afterwards', async () => {
  const { person, signIn } = await employee();
  const [session] = await Promise.all([signIn(), setUp(person, person.token)]);
  const { status } = await removeApp(session?.token ?? '');
  // Ended by the factor, or unproven.
  expect([401, 403]).toContain(status);
});

const mailedTo = (userId: string) =>
  lab.app.jobs.recorded.flatMap(({ data }) =>
    'userId' in data && data.userId === userId && 'change' in data ? [data.change] : [],
  );

test('a user is mailed once about a sign-in that was connected', async () => {
  const { person, signIn } = await employee();
  await signIn();
  await signIn();
  expect(mailedTo(person.id)).toEqual(['company-linked']);
});

test('a new password ends the connection of a stranger who knew the old one, and no vouched one', async () => {
  const { person, signIn } = await employee();
  await signIn();
  const stranger = await lab.company();
  const claims = { sub: 'a-stranger', email: person.email };
  const asked = await lab.signIn(stranger, claims);
  const linked = await lab.app.call('POST /api/auth/sso/link', {
    token: person.token,
    body: { code: asked.link ?? '', verifier: asked.browser.verifier },
  });
  expect(linked.status).toBe(200);
  expect((await lab.signIn(stranger, claims)).session?.status).toBe(200);
  await setPassword(lab.app.db, person, 'another long password');
  expect((await lab.signIn(stranger, claims)).session).toBeUndefined();
  expect((await signIn())?.user.id).toBe(person.id);
});
