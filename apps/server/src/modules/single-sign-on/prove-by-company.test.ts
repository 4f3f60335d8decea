import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createFactorLab } from '../sign-in-factors/factor-lab.fixture.ts';
import { type Company, createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
let company: Company;
let domain: string;
beforeAll(async () => {
  lab = await createSsoLab();
  company = await lab.company({ createsUsers: true });
  domain = await lab.verifiedDomain(company);
});
afterAll(() => lab.close());
afterEach(() => lab.provider.deviate({}));

let made = 0;
/** A user without a password, whose session is an hour old. */
async function employee() {
  made += 1;
  const claims = {
    sub: `proving-${made}`,
    email: `proving${made}@${domain}`,
    email_verified: true,
  };
  const { session } = await lab.signIn(company, claims);
  const { token = '', user } = session?.data ?? {};
  await lab.app.db
    .updateTable('sessions')
    .set({ proven_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', user?.id ?? '')
    .execute();
  return { claims, token, id: user?.id ?? '', name: '', email: claims.email };
}

/** Signs in at the provider once more, in a browser of its own: the fragment, and what redeems its code. */
async function again(browser = lab.openBrowser()) {
  const address = await lab.start(browser, { organization: company.slug, isProof: 'true' });
  const fragment = await lab.callBack(await lab.atProvider(address));
  return {
    address,
    fragment,
    body: { code: fragment.get('sso-proof') ?? '', verifier: browser.verifier },
  };
}

const prove = (token: string, body: { code: string; verifier: string }) =>
  lab.app.call('POST /api/auth/sso/proof', { token, body });
const begin = async (token: string) =>
  (await lab.app.call('POST /api/auth/factors/authenticator-app', { token })).status;
const companyOf = async (token: string) =>
  (await lab.app.call('GET /api/auth/factors', { token })).data.company;

test('a user without password and factor proves it by signing in again', async () => {
  const { token } = await employee();
  expect(await begin(token)).toBe(403);
  expect(await companyOf(token)).toEqual({ name: expect.any(String), slug: company.slug });
  const { address, fragment, body } = await again();
  const asked = new URL(address).searchParams;
  expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
  expect([...fragment.keys()]).toEqual(['sso-proof']);
  expect((await prove(token, body)).status).toBe(200);
  expect(await begin(token)).toBe(200);
  expect((await prove(token, body)).error?.code).toBe('CONFLICT');
});

test.each<[string, object]>([
  ['does not say when the user signed in', { auth_time: undefined }],
  ['says that it was an hour ago', { auth_time: Math.floor(Date.now() / 1_000) - 3_600 }],
  ['says it in words', { auth_time: 'now' }],
])('a provider that %s proves nothing', async (_, claims) => {
  const { token } = await employee();
  lab.provider.deviate({ claims: { ...claims } });
  const { fragment } = await again();
  expect(Object.fromEntries(fragment)).toEqual({ 'sso-problem': 'no-proof' });
  expect(await begin(token)).toBe(403);
  expect((await lab.read(company)).connection?.problem).toBeNull();
});

test('the account of someone else, another browser and another kind of code prove nothing', async () => {
  const [ann, bob] = [await employee(), await employee()];
  // The provider has Bob signed in.
  const { body } = await again();
  expect((await prove(ann.token, body)).error?.code).toBe('CONFLICT');
  expect(await begin(ann.token)).toBe(403);
  const stolen = await again();
  const other = { ...stolen.body, verifier: lab.openBrowser().verifier };
  expect((await prove(bob.token, other)).error?.code).toBe('CONFLICT');
  const browser = lab.openBrowser();
  const code = (await lab.goThrough(company, browser)).get('sso') ?? '';
  const session = { code, verifier: browser.verifier };
  expect((await prove(bob.token, session)).error?.code).toBe('CONFLICT');
  expect(await begin(bob.token)).toBe(403);
  const proof = await again(browser);
  expect((await lab.exchange(proof.body.code, browser)).status).toBe(401);
});

test('an account that is not connected proves nothing and is not connected', async () => {
  const { token } = await employee();
  lab.provider.signInAs({ sub: 'new-one', email: `new-one@${domain}`, email_verified: true });
  expect((await again()).fragment.get('sso-problem')).toBe('other-account');
  expect(await begin(token)).toBe(403);
  const users = lab.app.db.selectFrom('users').select('id').where('email', 'like', 'new-one@%');
  expect(await users.execute()).toEqual([]);
});

test('of a user with a factor, the factor is the proof', async () => {
  const person = await employee();
  const { body: first } = await again();
  await prove(person.token, first);
  await createFactorLab(lab.app).setUp(person);
  expect(await companyOf(person.token)).toBeNull();
  const { body } = await again();
  expect((await prove(person.token, body)).error?.code).toBe('CONFLICT');
});
