import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownPassword } from '#test/test-makers.ts';
import { requestPasswordReset } from '../auth/password-reset/request-password-reset.ts';
import { processResetRequests } from '../auth/password-reset/process-reset-requests.ts';
import { commandLine } from '../audit/actor.ts';
import { startSession } from '../auth/sign-in.ts';
import {
  sendBreakGlassUsed,
  type BreakGlassUsed,
} from '../auth/single-sign-on/send-break-glass-used.ts';
import { createSsoLab, type SsoLab } from './sso-lab.fixture.ts';
import { stopRequiringSingleSignOn } from './stop-requiring.ts';

let lab: SsoLab;
beforeAll(async () => {
  lab = await createSsoLab();
});
afterAll(() => lab.close());

const login = (email: string, password = knownPassword) =>
  lab.app.call('POST /api/auth/login', { body: { email, password } });

/** A company with a verified domain, whose user Ann has signed in with it. */
async function workingCompany() {
  const company = await lab.company();
  const domain = await lab.verifiedDomain(company);
  const ann = await lab.app.make.person({ email: `ann@${domain}` });
  const claims = { sub: ann.id, email: ann.email, email_verified: true };
  const { session } = await lab.signIn(company, claims);
  return { company, domain, ann, claims, token: session?.data.token ?? '' };
}

const require = (id: string, more: object = {}) =>
  lab.configure(id, { isRequired: true, breakGlassEmail: lab.admin.email, ...more });

test('passwords of its domains are not checked, of users and of unknown addresses alike; those of others work', async () => {
  const { company, domain, ann, token } = await workingCompany();
  expect((await require(company.id)).status).toBe(200);
  const known = await login(ann.email);
  expect([known.status, known.error?.code]).toEqual([401, 'SINGLE_SIGN_ON_REQUIRED']);
  const unknown = await login(`nobody@${domain}`);
  expect(unknown.error).toEqual(known.error);
  expect((await login(ann.email, 'a guess')).error).toEqual(known.error);
  const guesses = await lab.app.db.selectFrom('sign_in_failures').selectAll().execute();
  expect(guesses).toEqual([]);
  // The session that the password opened has ended, the other one goes on.
  expect((await lab.app.call('GET /api/auth/me', { token: ann.token })).status).toBe(401);
  expect((await lab.app.call('GET /api/auth/me', { token })).status).toBe(200);
  const other = await lab.app.make.person();
  expect((await login(other.email)).status).toBe(200);
});

test('no other way opens a session of its domains: a factor, a link, an invitation', async () => {
  const { company, ann } = await workingCompany();
  await require(company.id);
  const { password_hash } = await lab.app.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', ann.id)
    .executeTakeFirstOrThrow();
  const opened = await startSession(lab.app.context, { id: ann.id, password_hash }, { from: '' });
  expect(opened).toBeUndefined();
});

test('the single sign-on of another organization is no way around it', async () => {
  const { company, ann, claims } = await workingCompany();
  const other = await lab.company();
  const asked = await lab.signIn(other, claims);
  const { data } = await login(ann.email);
  const body = { code: asked.link ?? '', verifier: asked.browser.verifier };
  await lab.app.call('POST /api/auth/sso/link', { token: data.token, body });
  const before = await lab.signIn(other, claims);
  expect(before.session?.status).toBe(200);
  await require(company.id);
  const token = before.session?.data.token ?? '';
  expect((await lab.app.call('GET /api/auth/me', { token })).status).toBe(401);
  expect((await lab.signIn(other, claims)).session?.status).toBe(401);
  expect((await lab.signIn(company, claims)).session?.status).toBe(200);
});

test('no reset link is sent to its domains', async () => {
  const { company, ann } = await workingCompany();
  await require(company.id);
  const other = await lab.app.make.person();
  for (const { email } of [ann, other]) {
    await requestPasswordReset(lab.app.context, { email, from: '198.51.100.1' });
  }
  await processResetRequests(lab.app.context);
  const mailed = lab.app.jobs.recorded.map(({ data }) => ('email' in data ? data.email : ''));
  expect(mailed).toContain(other.email);
  expect(mailed).not.toContain(ann.email);
});

test('it needs a connection that has worked, a domain, and an administrator outside', async () => {
  const { company, domain } = await workingCompany();
  const fresh = await lab.company();
  expect((await require(fresh.id)).error?.message).toContain('Sign in with this connection once');
  const moved = await require(company.id, { clientId: 'another' });
  expect(moved.error?.message).toContain('once');
  expect((await require(company.id, { isEnabled: false })).error?.message).toContain(
    'switched off',
  );
  const inside = await lab.app.make.person({ email: `root@${domain}`, is_admin: true });
  const ordinary = await lab.app.make.person();
  const without = await lab.app.make.person({ is_admin: true, password_hash: null });
  for (const email of [inside.email, ordinary.email, without.email, 'nobody@example.com', '']) {
    const { error } = await require(company.id, { breakGlassEmail: email });
    expect(error?.details).toMatchObject([{ field: 'breakGlassEmail' }]);
  }
  expect((await lab.read(company)).connection?.isRequired).toBe(false);
});

test('the administrator outside still signs in, which the audit log has', async () => {
  const { company } = await workingCompany();
  const outside = await lab.app.make.person({ is_admin: true });
  await require(company.id, { breakGlassEmail: outside.email });
  expect((await lab.read(company)).connection?.breakGlass?.id).toBe(outside.id);
  expect((await login(outside.email)).status).toBe(200);
  const entries = await lab.app.db
    .selectFrom('audit_entries')
    .select('scope')
    .where('action', '=', 'sso.break-glass-used')
    .where('person_id', '=', outside.id)
    .execute();
  expect(entries).toEqual([{ scope: company.slug }]);
});

test('all administrators are mailed about it, once an hour', async () => {
  const { company } = await workingCompany();
  const holder = await lab.app.make.person({ is_admin: true });
  await require(company.id, { breakGlassEmail: holder.email });
  const mailed = () =>
    lab.app.jobs.recorded.flatMap(({ data }) =>
      'holderId' in data && data.holderId === holder.id ? [data as unknown as BreakGlassUsed] : [],
    );
  await login(holder.email, 'a guess');
  expect(mailed()).toEqual([]);
  await login(holder.email);
  await login(holder.email);
  const recipients = mailed().map(({ userId }) => userId);
  expect(recipients).toContain(lab.admin.id);
  expect(new Set(recipients).size).toBe(recipients.length);
  await sendBreakGlassUsed(lab.app.context, { userId: lab.admin.id, holderId: holder.id });
  const mail = lab.app.mails.at(-1);
  expect(mail?.to).toBe(lab.admin.email);
  expect(mail?.text).toContain(holder.email);
});

test('the command line ends it while the provider is down, and so does an administrator', async () => {
  const { company, ann } = await workingCompany();
  await require(company.id);
  expect(await stopRequiringSingleSignOn(lab.app.db, commandLine, company.id)).toBe(true);
  expect(await stopRequiringSingleSignOn(lab.app.db, commandLine, company.id)).toBe(false);
  expect((await login(ann.email)).status).toBe(200);
  await require(company.id);
  await lab.configure(company.id, { isRequired: false });
  expect((await login(ann.email)).status).toBe(200);
});

test('a domain that is verified later is required too, and an archived organization requires nothing', async () => {
  const { company } = await workingCompany();
  await require(company.id);
  const bob = await lab.app.make.person({ email: 'bob@later.example' });
  await lab.verify(company.id, 'later.example');
  expect((await lab.app.call('GET /api/auth/me', { token: bob.token })).status).toBe(401);
  expect((await login(bob.email)).error?.code).toBe('SINGLE_SIGN_ON_REQUIRED');
  await lab.app.db
    .updateTable('organizations')
    .set({ archived_at: new Date() })
    .where('id', '=', company.id)
    .execute();
  expect((await login(bob.email)).status).toBe(200);
});
