import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownPassword, type MadePerson } from '#test/test-makers.ts';
import { type Company, createSsoLab, type SsoLab } from './sso-lab.fixture.ts';

let lab: SsoLab;
beforeAll(async () => {
  lab = await createSsoLab();
});
afterAll(() => lab.close());

let made = 0;
/** A company that requires single sign-on, and the administrator who keeps a password. */
async function requiring() {
  made += 1;
  const company = await lab.company();
  const domain = await lab.verifiedDomain(company);
  const ann = await lab.app.make.person({ email: `ann@${domain}` });
  await lab.signIn(company, { sub: ann.id, email: ann.email, email_verified: true });
  const holder = await lab.app.make.person({
    email: `root@outside${made}.example`,
    is_admin: true,
  });
  const required = () => require(company, holder);
  expect((await required()).status).toBe(200);
  return { company, domain, holder, required, outside: `outside${made}.example` };
}

const require = ({ id }: Company, { email }: MadePerson) =>
  lab.configure(id, { isRequired: true, breakGlassEmail: email });

const admin = () => ({ token: lab.admin.token });
const change = (id: string, body: { isActive?: boolean; isAdmin?: boolean }) =>
  lab.app.call('PUT /api/admin/users/{id}', {
    ...admin(),
    params: { id },
    body: { name: 'Root', isAdmin: true, isTest: false, isActive: true, ...body },
  });
const handOver = (id: string) =>
  lab.app.call('POST /api/admin/users/{id}/hand-over', {
    ...admin(),
    params: { id },
    body: { choice: 'keep' },
  });

const signsIn = async ({ email }: MadePerson) =>
  (await lab.app.call('POST /api/auth/login', { body: { email, password: knownPassword } }))
    .status === 200;

test.each<[string, (id: string) => Promise<{ status: number; error?: { message: string } }>]>([
  ['deactivated', (id) => change(id, { isActive: false })],
  ['made an ordinary user', (id) => change(id, { isAdmin: false })],
  ['handed over', handOver],
])('the administrator who is the way back in cannot be %s', async (_, lose) => {
  const { holder, company } = await requiring();
  const refused = await lose(holder.id);
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.error?.message).toContain('Choose another administrator for that first.');
  expect(await signsIn(holder)).toBe(true);
  await require(company, lab.admin);
  expect((await lose(holder.id)).status).toBe(200);
});

test('they cannot delete themselves either', async () => {
  const { holder } = await requiring();
  const { error } = await lab.app.call('POST /api/auth/deletion', {
    token: holder.token,
    body: { email: holder.email, currentPassword: knownPassword },
  });
  expect(error?.message).toContain('Single sign-on is required in');
  expect(await signsIn(holder)).toBe(true);
});

test('their own domain cannot become one that needs single sign-on, here or elsewhere', async () => {
  const { company, holder, outside } = await requiring();
  expect((await lab.verify(company.id, outside)).status).toBe(409);
  expect(await signsIn(holder)).toBe(true);
  const other = await lab.company();
  expect((await lab.verify(other.id, outside)).status).toBe(200);
  const claims = { sub: 'bob', email: holder.email, email_verified: true };
  expect((await lab.signIn(other, claims)).session?.status).toBe(200);
  expect((await require(other, lab.admin)).error?.code).toBe('CONFLICT');
  expect(await signsIn(holder)).toBe(true);
});

test('two organizations cannot be the way back in for each other', async () => {
  const first = await requiring();
  const inside = await lab.app.make.person({ email: `root@${first.domain}`, is_admin: true });
  const other = await lab.company();
  const domain = await lab.verifiedDomain(other);
  const bob = await lab.app.make.person({ email: `bob@${domain}` });
  await lab.signIn(other, { sub: bob.id, email: bob.email, email_verified: true });
  expect((await require(other, inside)).error?.code).toBe('CONFLICT');
  expect((await lab.read(other)).connection?.isRequired).toBe(false);
});

test('of a requirement and a deactivation at the same moment, one holds', async () => {
  const { company } = await requiring();
  const next = await lab.app.make.person({ is_admin: true });
  const [chosen, left] = await Promise.all([
    require(company, next),
    change(next.id, { isActive: false }),
  ]);
  expect([chosen.status, left.status].filter((status) => status === 200)).toHaveLength(1);
});
