import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Company, createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
beforeAll(async () => {
  lab = await createSsoLab();
});
afterAll(() => lab.close());

async function employed(settings: Record<string, boolean> = {}) {
  const company = await lab.company(settings);
  const domain = await lab.verifiedDomain(company);
  const ann = await lab.app.make.person({ email: `ann@${domain}` });
  const claims = { sub: ann.id, email: ann.email, email_verified: true };
  return { company, domain, ann, claims };
}

const isSignedIn = async (token = '') =>
  (await lab.app.call('GET /api/auth/me', { token })).status === 200;

test.each<[string, (company: Company) => Promise<unknown>]>([
  ['is switched off', ({ id }) => lab.configure(id, { isEnabled: false })],
  ['goes to another issuer', ({ id }) => lab.configure(id, { issuer: 'https://other.example' })],
  ['goes to another client', ({ id }) => lab.configure(id, { clientId: 'another' })],
  [
    'is removed',
    ({ id }) =>
      lab.app.call('DELETE /api/admin/organizations/{id}/sso', {
        token: lab.admin.token,
        params: { id },
      }),
  ],
])('the sessions that a connection opened end when it %s', async (_, change) => {
  const { company, claims } = await employed();
  const { session } = await lab.signIn(company, claims);
  expect(await isSignedIn(session?.data.token)).toBe(true);
  await change(company);
  expect(await isSignedIn(session?.data.token)).toBe(false);
});

test('they go on when the connection changes otherwise', async () => {
  const { company, claims } = await employed();
  const { session } = await lab.signIn(company, claims);
  await lab.configure(company.id, { createsUsers: true });
  expect(await isSignedIn(session?.data.token)).toBe(true);
});

test('a sign-in that is under way starts no session of an archived organization', async () => {
  const { company, claims } = await employed();
  lab.provider.signInAs(claims);
  const browser = lab.openBrowser();
  const code = (await lab.goThrough(company, browser)).get('sso') ?? '';
  await lab.app.db
    .updateTable('organizations')
    .set({ archived_at: new Date() })
    .where('id', '=', company.id)
    .execute();
  expect((await lab.exchange(code, browser)).status).toBe(401);
});
