import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { isOnCluster } from '#test/create-test-database.ts';
import { fillReadModel } from '#test/fill-read-model.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import type { Made, MadePerson } from '#test/test-makers.ts';

let app: TestApp;
let ann: MadePerson;
let sales: Made;
let key: string;
let keyId: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  sales = await app.make.workspace();
  ann = await app.make.member(sales.id);
  await app.db
    .insertInto('workspace_accounts')
    .values({ workspace_id: sales.id, name: 'Acme', domain: 'acme.com' })
    .execute();
  await fillReadModel(app.db, sales.id);
  ({ key, id: keyId } = await insertApiKey(app.db, ann.id, { networks: ['127.0.0.1'] }));
  // The first request makes the key known.
  await list();
});

const list = (from?: string, workspaceId = sales.id) =>
  app.call('GET /api/workspaces/{workspaceId}/accounts', {
    token: key,
    params: { workspaceId },
    query: {},
    ...(from && { from }),
  });
const change = (set: object) =>
  app.db.updateTable('api_keys').set(set).where('id', '=', keyId).execute();
const stored = () =>
  app.db.selectFrom('api_keys').selectAll().where('id', '=', keyId).executeTakeFirstOrThrow();

test('a key that is known is checked by the query that reads the accounts', async () => {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const { status, data, headers } = await list();
  const count = sent.mock.calls.length;
  sent.mockRestore();
  expect(status).toBe(200);
  expect(data.accounts).toMatchObject([{ name: 'Acme' }]);
  expect(count).toBe(isOnCluster() ? 2 : 1);
  // Such a request counts like any other.
  expect(Number(headers['ratelimit-limit']) - Number(headers['ratelimit-remaining'])).toBe(2);
});

test.each([
  ['revoked', () => change({ revoked_at: new Date() }), 401, 'was revoked'],
  ['expired', () => change({ expires_at: new Date(0) }), 401, 'has expired'],
  [
    'of a deactivated user',
    () => app.db.updateTable('users').set({ is_active: false }).where('id', '=', ann.id).execute(),
    401,
    'was deactivated',
  ],
  [
    'removed',
    () => sql`delete from api_keys where id = ${keyId}`.execute(app.db),
    401,
    'not known',
  ],
  ['of fewer scopes', () => change({ scopes: ['people:read'] }), 403, 'accounts:read'],
  [
    'of a user who has left',
    () => app.db.deleteFrom('memberships').where('user_id', '=', ann.id).execute(),
    404,
    'not found',
  ],
] as const)('a known key that is %s by now reads nothing', async (_, end, status, message) => {
  await end();
  const response = await list();
  expect(response.status).toBe(status);
  expect(response.error?.message).toContain(message);
});

test('the first use from another network and an old last use are written', async () => {
  await list('192.0.2.7');
  expect(await stored()).toMatchObject({ networks: ['127.0.0.1', '192.0.2.7'] });
  await change({ last_used_at: new Date(0) });
  await list('192.0.2.7');
  const { last_used_at: usedAt } = await stored();
  expect(Date.now() - (usedAt?.getTime() ?? 0)).toBeLessThan(60_000);
});

test('a known key with fewer scopes than a field needs gets the list without the field', async () => {
  const limited = await insertApiKey(app.db, ann.id, {
    scopes: ['accounts:read'],
    networks: ['127.0.0.1'],
  });
  key = limited.key;
  const [first, second] = [await list(), await list()];
  expect(first.status).toBe(200);
  expect(second.data).toEqual(first.data);
});

test('of other workspaces a known key reads nothing', async () => {
  const other = await app.make.workspace();
  expect((await list(undefined, other.id)).status).toBe(404);
});
