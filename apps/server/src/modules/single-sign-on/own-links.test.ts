import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownPassword } from '#test/test-makers.ts';
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

/** A user whose account at a company is connected, with how they sign in there. */
async function employee({ at = company, hasPassword = true, email = '' } = {}) {
  made += 1;
  const person = await lab.app.make.person({ email: email || `linked${made}@${domain}` });
  if (!hasPassword) {
    await lab.app.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', person.id)
      .execute();
  }
  const claims = { sub: `subject-${person.id}`, email: person.email, email_verified: true };
  const signIn = async (where: Company = at) =>
    (await lab.signIn(where, claims)).session?.data.token ?? '';
  return { ...person, claims, signIn };
}

const list = async (token: string) =>
  (await lab.app.call('GET /api/auth/sso/links', { token })).data.items;
const remove = (token: string, id: string) =>
  lab.app.call('DELETE /api/auth/sso/links/{id}', { token, params: { id } });
const works = async (token: string) =>
  (await lab.app.call('GET /api/auth/me', { token })).status === 200;
const onlyLink = async (token: string) => (await list(token))[0]?.id ?? '';

test('a user sees the company, the issuer, since when, and the last use', async () => {
  const { signIn, token, claims } = await employee();
  expect(await list(token)).toEqual([]);
  await signIn();
  const [link, ...others] = await list(token);
  expect(others).toEqual([]);
  expect(link).toMatchObject({
    organization: company.name,
    issuer: lab.provider.issuer,
    signsIn: true,
    reconnects: true,
    whyKept: null,
  });
  expect(Date.parse(link?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(link?.linkedAt ?? ''),
  );
  expect(JSON.stringify(link)).not.toContain(claims.sub);
});

test('a removed link ends the sessions that it opened but this one, and no others', async () => {
  const { id, signIn, token } = await employee();
  const [one, another] = [await signIn(), await signIn()];
  expect((await remove(one, await onlyLink(one))).status).toBe(200);
  expect(await list(token)).toEqual([]);
  expect([await works(one), await works(another), await works(token)]).toEqual([true, false, true]);
  // It no longer proves who uses the session that goes on.
  const factors = await lab.app.call('GET /api/auth/factors', { token: one });
  expect(factors.data.company).toBeNull();
  const mails = lab.app.jobs.recorded.flatMap(({ data }) =>
    'userId' in data && data.userId === id && 'change' in data ? [data.change] : [],
  );
  expect(mails).toEqual(['company-linked', 'company-unlinked']);
  const entries = await lab.app.db
    .selectFrom('audit_entries')
    .select(['action', 'before'])
    .where('person_id', '=', id)
    .where('action', '=', 'sso.unlinked')
    .execute();
  expect(entries).toEqual([{ action: 'sso.unlinked', before: { issuer: lab.provider.issuer } }]);
});

test('another user cannot remove it, and it takes a fresh proof', async () => {
  const [one, other] = [await employee(), await employee()];
  await one.signIn();
  const id = await onlyLink(one.token);
  expect((await remove(other.token, id)).status).toBe(404);
  await lab.app.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .where('user_id', '=', one.id)
    .execute();
  expect((await remove(one.token, id)).error?.code).toBe('FRESH_PROOF_REQUIRED');
  const proof = { token: one.token, body: { password: knownPassword } };
  await lab.app.call('POST /api/auth/proof', proof);
  expect((await remove(one.token, id)).status).toBe(200);
});

test('the last way in stays, and says what to do first', async () => {
  const { id, signIn } = await employee({ hasPassword: false });
  const token = await signIn();
  const [link] = await list(token);
  expect(link?.whyKept).toContain('first add a passkey that needs no password');
  const refused = await remove(token, link?.id ?? '');
  expect(refused.error).toMatchObject({ code: 'CONFLICT', message: link?.whyKept });
  // Only a second factor, it does not sign in alone; at another address it does nothing.
  const here = new URL(lab.app.context.config.webUrl).hostname;
  await addPasskey(id, { verifies_user: false, rp_id: here });
  await addPasskey(id, { verifies_user: true, rp_id: 'elsewhere.example' });
  expect((await remove(token, link?.id ?? '')).status).toBe(409);
  await addPasskey(id, { verifies_user: true, rp_id: here });
  expect((await list(token))[0]?.whyKept).toBeNull();
});

async function addPasskey(userId: string, given: { verifies_user: boolean; rp_id: string }) {
  made += 1;
  await lab.app.db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      credential_id: Buffer.from(`credential ${made}`),
      public_key: Buffer.from('key'),
      sign_count: '0',
      transports: [],
      name: 'Laptop',
      ...given,
    })
    .execute();
}

test('of two, either can be removed and the other stays, also when both are at once', async () => {
  const second = await lab.company();
  const { signIn, claims, email } = await employee({ hasPassword: false });
  const token = await signIn();
  const asked = await lab.signIn(second, claims);
  const body = { code: asked.link ?? '', verifier: asked.browser.verifier };
  expect((await lab.app.call('POST /api/auth/sso/link', { token, body })).status).toBe(200);
  const links = await list(token);
  expect(links.map(({ whyKept, reconnects }) => [whyKept, reconnects])).toEqual([
    [null, false],
    [null, true],
  ]);
  const answers = await Promise.all(links.map(({ id }) => remove(token, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await list(token)).toHaveLength(1);
  expect(email).toContain(domain);
});

test('what does not sign in can be removed: switched off, or of another provider', async () => {
  const closing = await lab.company();
  const at = await lab.verifiedDomain(closing);
  const { signIn, token } = await employee({
    at: closing,
    hasPassword: false,
    email: `ann@${at}`,
  });
  await signIn();
  expect((await list(token))[0]?.whyKept).not.toBeNull();
  await lab.configure(closing.id, { isEnabled: false });
  expect((await list(token))[0]).toMatchObject({
    signsIn: false,
    reconnects: false,
    whyKept: null,
  });
  await lab.configure(closing.id, { issuer: 'https://moved.example' });
  const [link] = await list(token);
  expect(link).toMatchObject({ signsIn: false, whyKept: null });
  expect((await remove(token, link?.id ?? '')).status).toBe(200);
});

test('while a company requires its sign-in, a password is no other way in', async () => {
  const requiring = await lab.company();
  const at = await lab.verifiedDomain(requiring);
  const { signIn } = await employee({ at: requiring, email: `bob@${at}` });
  const token = await signIn();
  expect((await list(token))[0]?.whyKept).toBeNull();
  const required = await lab.configure(requiring.id, {
    isRequired: true,
    breakGlassEmail: lab.admin.email,
  });
  expect(required.status).toBe(200);
  const [link] = await list(token);
  expect(link?.whyKept).toContain(`${requiring.name} requires its sign-in`);
  expect((await remove(token, link?.id ?? '')).error?.code).toBe('CONFLICT');
});

test('a sign-in that is under way when its link is removed opens no session', async () => {
  const { signIn, token, claims } = await employee();
  await signIn();
  const id = await onlyLink(token);
  lab.provider.signInAs(claims);
  const browser = lab.openBrowser();
  const fragment = await lab.goThrough(company, browser);
  const [session] = await Promise.all([
    lab.exchange(fragment.get('sso') ?? '', browser),
    remove(token, id),
  ]);
  // It came first and was ended, or found no link.
  expect(session.status === 401 || !(await works(session.data.token))).toBe(true);
});
