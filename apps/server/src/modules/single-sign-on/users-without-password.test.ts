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

/** Someone whose account the company's sign-in alone opens, signed in now or long ago. */
async function employee({ isProven = true } = {}) {
  made += 1;
  const { id, email } = await lab.app.make.person({ email: `keyless${made}@${domain}` });
  await lab.app.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
  const claims = { sub: id, email, email_verified: true };
  const token = (await lab.signIn(company, claims)).session?.data.token ?? '';
  if (!isProven) {
    await lab.app.db
      .updateTable('sessions')
      .set({ proven_at: new Date(0) })
      .where('user_id', '=', id)
      .execute();
  }
  return { id, email, token };
}

const createKey = (token: string, currentPassword = '') =>
  lab.app.call('POST /api/auth/api-keys', {
    token,
    body: { name: 'Weekly report', scopes: ['accounts:read'], currentPassword },
  });
const deleteSelf = (token: string, email: string) =>
  lab.app.call('POST /api/auth/deletion', { token, body: { email, currentPassword: '' } });

test('a user without a password creates an API key after signing in at their company', async () => {
  const { token } = await employee();
  expect((await createKey(token)).data.apiKey.name).toBe('Weekly report');
});

test('a sign-in of long ago creates no key and deletes no account, whatever password is sent', async () => {
  const { email, token } = await employee({ isProven: false });
  for (const typed of ['', knownPassword]) {
    expect((await createKey(token, typed)).error?.code).toBe('FRESH_PROOF_REQUIRED');
  }
  expect((await deleteSelf(token, email)).error?.code).toBe('FRESH_PROOF_REQUIRED');
});

test('a user without a password deletes their account', async () => {
  const { id, email, token } = await employee();
  expect((await deleteSelf(token, email)).data.deletesAccount).toBe(true);
  const { is_active } = await lab.app.db
    .selectFrom('users')
    .select('is_active')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(is_active).toBe(false);
});

test('there is no password to change, and the factors say so', async () => {
  const { token } = await employee();
  const body = { currentPassword: '', password: 'an unusual one, 4 times' };
  const changed = await lab.app.call('POST /api/auth/change-password', { token, body });
  expect(changed.error?.code).toBe('CONFLICT');
  expect((await lab.app.call('GET /api/auth/factors', { token })).data.hasPassword).toBe(false);
});

test('a user with a password still has to type it', async () => {
  const { token } = await lab.app.make.person();
  const { error } = await createKey(token);
  expect(error?.code).toBe('VALIDATION_FAILED');
});
