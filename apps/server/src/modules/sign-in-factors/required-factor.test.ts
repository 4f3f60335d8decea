import type { Endpoint } from '@repo/contract/endpoint';
import { type EndpointName, endpoints } from '@repo/contract/endpoints';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import type { MadePerson } from '#test/test-makers.ts';
import { createFactorLab } from './factor-lab.fixture.ts';

let app: TestApp;
let lab: ReturnType<typeof createFactorLab>;
let admin: MadePerson;
beforeAll(async () => {
  app = await createTestApp();
  lab = createFactorLab(app);
  admin = await app.make.person({ is_admin: true });
  await lab.setUp(admin);
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('second_factor_rules').execute());

const calls = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];
const REFUSED = 'SECOND_FACTOR_SETUP_REQUIRED';

async function send(name: EndpointName, token: string): Promise<string | undefined> {
  const [method = '', path = ''] = name.split(' ');
  const { body } = await app.app.inject({
    method: method as 'POST',
    url: path.replaceAll(/\{\w+\}/g, '0198c5a0-0000-7000-8000-00000000000a'),
    headers: { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && { payload: {} }),
  });
  return body.startsWith('{')
    ? (JSON.parse(body) as { error?: { code?: string } }).error?.code
    : undefined;
}

/** Someone in an organization of their own. */
async function member() {
  const person = await app.make.person();
  const workspace = await app.make.workspace();
  await app.make.membership(workspace.id, person.id);
  const { organization_id: organizationId } = await app.db
    .selectFrom('workspaces')
    .select('organization_id')
    .where('id', '=', workspace.id)
    .executeTakeFirstOrThrow();
  return { person, organizationId };
}

const require = (id: string, graceDays = 0, isRequired = true) =>
  app.call('PUT /api/admin/organizations/{id}/second-factor', {
    token: admin.token,
    params: { id },
    body: { isRequired, graceDays },
  });

test('who lacks a required factor can call nothing but what sets one up', async () => {
  const { person, organizationId } = await member();
  expect((await require(organizationId)).status).toBe(200);
  const ofSessions = calls.filter(([, { access }]) => access === 'person' || access === 'admin');
  const answering: string[] = [];
  for (const [name] of ofSessions) {
    if ((await send(name, person.token)) !== REFUSED) answering.push(name);
  }
  expect(answering.toSorted()).toEqual([
    'GET /api/auth/factors',
    'GET /api/auth/me',
    'POST /api/auth/factors/authenticator-app',
    'POST /api/auth/factors/passkeys',
    'POST /api/auth/factors/passkeys/options',
    'POST /api/auth/proof',
    'POST /api/auth/sso/proof',
    'PUT /api/auth/factors/authenticator-app',
  ]);
  await lab.setUp(person);
  expect(await send('GET /api/workspaces', person.token)).toBeUndefined();
});

test('their API keys work nowhere until then', async () => {
  const { person, organizationId } = await member();
  const { key } = await insertApiKey(app.db, person.id, { scopes: ['accounts:read'] });
  expect(await send('GET /api/workspaces', key)).not.toBe(REFUSED);
  await require(organizationId);
  const taking = calls.filter(([, { scope }]) => scope === 'accounts:read');
  expect(taking.length).toBeGreaterThan(0);
  for (const [name] of taking) expect([name, await send(name, key)]).toEqual([name, REFUSED]);
  const mcp = await app.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${key}` },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  expect(mcp.statusCode).toBe(403);
});

test('before its day, a rule is only announced; without one, and for others, nothing changes', async () => {
  const [{ person, organizationId }, other] = [await member(), await member()];
  const { data } = await require(organizationId, 14);
  const from = Date.parse(data.organization.secondFactorFrom ?? '');
  expect(Math.round((from - Date.now()) / 86_400_000)).toBe(14);
  const { data: factors } = await app.call('GET /api/auth/factors', { token: person.token });
  expect(factors.requiredFrom).toBe(data.organization.secondFactorFrom);
  expect(await send('GET /api/workspaces', person.token)).toBeUndefined();
  await require(organizationId);
  expect(await send('GET /api/workspaces', other.person.token)).toBeUndefined();
  expect(await send('GET /api/workspaces', person.token)).toBe(REFUSED);
  await require(organizationId, 0, false);
  expect(await send('GET /api/workspaces', person.token)).toBeUndefined();
});

test('administrators have a rule of their own, and see who has no factor', async () => {
  const [bare, person] = [await app.make.person({ is_admin: true }), await app.make.person()];
  const { data } = await app.call('PUT /api/admin/second-factor', {
    token: admin.token,
    body: { isRequired: true, graceDays: 0 },
  });
  expect(data.secondFactorFrom).not.toBeNull();
  expect(await send('GET /api/admin/users', bare.token)).toBe(REFUSED);
  expect(await send('GET /api/workspaces', person.token)).toBeUndefined();
  const { data: users } = await app.call('GET /api/admin/users', { token: admin.token });
  const has = (id: string) => users.items.find((one) => one.id === id)?.hasSecondFactor;
  expect([has(admin.id), has(bare.id)]).toEqual([true, false]);
  const audited = await app.db
    .selectFrom('audit_entries')
    .select('action')
    .where('actor_id', '=', admin.id)
    .where('action', '=', 'second-factor.rule-changed')
    .execute();
  expect(audited.length).toBeGreaterThan(0);
});
