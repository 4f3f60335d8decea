import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownPassword } from '#test/test-makers.ts';
import { createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
beforeAll(async () => {
  lab = await createSsoLab();
});
afterAll(() => lab.close());

const subject = () => `subject-${Math.random()}`;

test('a verified address of a verified domain is connected, once, and its subject counts from then on', async () => {
  const company = await lab.company();
  const domain = await lab.verifiedDomain(company);
  const person = await lab.app.make.person({ email: `ann@${domain}` });
  const sub = subject();
  const first = await lab.signIn(company, { sub, email: `ANN@${domain}`, email_verified: true });
  expect(first.session?.data.user.id).toBe(person.id);
  const sessions = await lab.app.call('GET /api/auth/sessions', {
    token: first.session?.data.token ?? '',
  });
  expect(sessions.data.items[0]).toMatchObject({ openedWith: 'single-sign-on', isCurrent: true });
  // Renamed at the provider, to the address of another user.
  const other = await lab.app.make.person({ email: `bob@${domain}` });
  const renamed = await lab.signIn(company, { sub, email: other.email, email_verified: true });
  expect(renamed.session?.data.user.id).toBe(person.id);
  const entries = await lab.app.db
    .selectFrom('audit_entries')
    .select('action')
    .where('person_id', '=', person.id)
    .execute();
  expect(entries).toEqual([{ action: 'sso.linked' }]);
});

test.each([
  ['an address that the provider has not verified', { email_verified: false }],
  ['an address of which it says nothing', {}],
  ['an address that it says in words to be verified', { email_verified: 'true' }],
])('%s leads to its user by their password alone, once', async (_, claims) => {
  const company = await lab.company();
  const domain = await lab.verifiedDomain(company);
  const person = await lab.app.make.person({ email: `ann@${domain}` });
  const account = { sub: subject(), email: person.email, ...claims };
  const asked = await lab.signIn(company, account);
  expect(asked.session).toBeUndefined();
  const body = { code: asked.link ?? '', verifier: asked.browser.verifier };
  const exchanged = await lab.exchange(body.code, asked.browser);
  expect(exchanged.status).toBe(401);
  const { data } = await lab.app.call('POST /api/auth/login', {
    body: { email: person.email, password: knownPassword },
  });
  const linked = await lab.app.call('POST /api/auth/sso/link', { token: data.token, body });
  expect(linked.status).toBe(200);
  const again = await lab.signIn(company, account);
  expect(again.session?.data.user.id).toBe(person.id);
});

test('an address of a domain that the organization has not verified asks for the password', async () => {
  const company = await lab.company({ trustsEmails: true });
  const person = await lab.app.make.person();
  const claims = { sub: subject(), email: person.email, email_verified: true };
  expect((await lab.signIn(company, claims)).link).not.toBeNull();
});

test('an administrator can trust the addresses of a provider that verifies none', async () => {
  const company = await lab.company({ trustsEmails: true });
  const domain = await lab.verifiedDomain(company);
  const person = await lab.app.make.person({ email: `ann@${domain}` });
  const { session } = await lab.signIn(company, { sub: subject(), email: person.email });
  expect(session?.data.user.id).toBe(person.id);
});

test('another user cannot be connected in the place of the one whose address it is', async () => {
  const company = await lab.company();
  const person = await lab.app.make.person();
  const other = await lab.app.make.person();
  const asked = await lab.signIn(company, { sub: subject(), email: person.email });
  const linked = await lab.app.call('POST /api/auth/sso/link', {
    token: other.token,
    body: { code: asked.link ?? '', verifier: asked.browser.verifier },
  });
  expect(linked.error?.code).toBe('CONFLICT');
});

test('users are created only where that is switched on, of a verified domain, as ordinary users', async () => {
  const company = await lab.company({ trustsEmails: true });
  const domain = await lab.verifiedDomain(company);
  const claims = { sub: subject(), email: `new@${domain}`, name: 'New One' };
  expect((await lab.signIn(company, claims)).problem).toBe('no-account');
  await lab.configure(company.id, { createsUsers: true });
  const strange = { sub: subject(), email: 'new@elsewhere.example', email_verified: true };
  expect((await lab.signIn(company, strange)).session).toBeUndefined();
  expect((await lab.signIn(company, claims)).session).toBeUndefined();
  const { session } = await lab.signIn(company, { ...claims, email_verified: true });
  expect(session?.data.user).toMatchObject({
    email: `new@${domain}`,
    name: 'New One',
    isAdmin: false,
    workspaces: [],
  });
});

test('the first sign-in of a user in several tabs at once works in all of them', async () => {
  const company = await lab.company({ createsUsers: true });
  const domain = await lab.verifiedDomain(company);
  lab.provider.signInAs({ sub: subject(), email: `twin@${domain}`, email_verified: true });
  const tabs = await Promise.all(Array.from({ length: 6 }, () => lab.goThrough(company)));
  expect(tabs.map((fragment) => [...fragment.keys()])).toEqual(tabs.map(() => ['sso']));
});

test('a company is found by the domain of an address, whether or not a user has it', async () => {
  const company = await lab.company();
  const domain = await lab.verifiedDomain(company);
  const address = await lab.start(lab.openBrowser(), { email: `nobody@${domain}` });
  expect(address.startsWith(lab.provider.issuer)).toBe(true);
  const nowhere = await lab.start(lab.openBrowser(), { email: 'ann@unknown.example' });
  expect(nowhere).toContain('sso-problem=unknown-company');
});

test('the secret is stored encrypted and never returned; another provider needs its own', async () => {
  const company = await lab.company();
  expect(JSON.stringify(await lab.read(company))).not.toContain('the-client-secret');
  const stored = await lab.app.db
    .selectFrom('sso_connections')
    .select('secret')
    .where('organization_id', '=', company.id)
    .executeTakeFirstOrThrow();
  expect(stored.secret.includes('the-client-secret')).toBe(false);
  const kept = await lab.configure(company.id, { clientSecret: '' });
  expect(kept.status).toBe(200);
  const moved = await lab.configure(company.id, {
    clientSecret: '',
    issuer: 'https://attacker.example',
  });
  expect(moved.error?.details).toMatchObject([{ field: 'clientSecret' }]);
});

test('a deactivated user does not sign in, and a connection that ends takes its sessions along', async () => {
  const company = await lab.company();
  const domain = await lab.verifiedDomain(company);
  const person = await lab.app.make.person({ email: `ann@${domain}` });
  const claims = { sub: subject(), email: person.email, email_verified: true };
  const { session } = await lab.signIn(company, claims);
  const token = session?.data.token ?? '';
  await lab.app.db
    .updateTable('users')
    .set({ is_active: false })
    .where('id', '=', person.id)
    .execute();
  expect((await lab.signIn(company, claims)).problem).toBe('inactive');
  await lab.app.db
    .updateTable('users')
    .set({ is_active: true })
    .where('id', '=', person.id)
    .execute();
  expect((await lab.app.call('GET /api/auth/me', { token })).status).toBe(200);
  await lab.app.call('DELETE /api/admin/organizations/{id}/sso', {
    token: lab.admin.token,
    params: { id: company.id },
  });
  expect((await lab.app.call('GET /api/auth/me', { token })).status).toBe(401);
  expect((await lab.app.call('GET /api/auth/me', { token: person.token })).status).toBe(200);
});

test('a domain is verified by its TXT record, for one organization', async () => {
  const [company, other] = [await lab.company(), await lab.company()];
  const domain = await lab.verifiedDomain(company);
  const taken = await lab.verify(other.id, domain);
  expect(taken.error?.message).toContain('verified for another organization');
  const params = { id: company.id };
  const body = { domain: 'unproven.example' };
  const call = { token: lab.admin.token, params, body };
  await lab.app.call('POST /api/admin/organizations/{id}/sso/domains', call);
  const missing = await lab.app.call('POST /api/admin/organizations/{id}/sso/domains/verify', call);
  expect(missing.error?.message).toContain(
    'no TXT record at _sign-in-verification.unproven.example',
  );
  lab.txt.set('_sign-in-verification.unproven.example', ['another']);
  const wrong = await lab.app.call('POST /api/admin/organizations/{id}/sso/domains/verify', call);
  expect(wrong.error?.message).toContain('another value');
});
