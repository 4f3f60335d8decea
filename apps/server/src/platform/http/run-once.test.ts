import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@repo/contract/endpoint';
import { endpoints } from '@repo/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import { isTextless } from './is-textless.ts';
import { createRunOnce } from './run-once.ts';

let app: TestApp;
let workspaceId: string;
let userId: string;
let email: string;
let key: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  ({ id: workspaceId } = await app.make.workspace());
  ({ id: userId, email } = await app.make.member(workspaceId));
  ({ key } = await insertApiKey(app.db, userId));
});
afterAll(() => app.close());

/** Sends a request twice with one Idempotency-Key; `between` is what happens meanwhile. */
async function sendTwice(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload: object | undefined,
  between: () => Promise<unknown> = async () => {},
) {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() };
  const send = () => app.app.inject({ method, url, headers, ...(payload && { payload }) });
  const first = await send();
  expect(first.statusCode).toBe(200);
  await between();
  return { first, second: await send() };
}

const storedFor = async () =>
  (
    await sql<{ response: string }>`
      select response from repeated_requests where user_id = ${userId}`.execute(app.db)
  ).rows.map(({ response }) => response);
const leave = () =>
  sql`delete from memberships where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(
    app.db,
  );
const upsertUrl = (domain = 'acme.com') =>
  `/api/workspaces/${workspaceId}/accounts/by-domain/${domain}`;
const upserted = async (domain?: string) => {
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await app.app.inject({
    method: 'PUT',
    url: upsertUrl(domain),
    headers,
    payload: {},
  });
  return JSON.parse(body).data.accountId as string;
};

test('a call that only reads is answered by its handler again, and nothing of it is stored', async () => {
  const url = `/api/workspaces/${workspaceId}/people/names`;
  const { second } = await sendTwice('POST', url, { addresses: [email] });
  expect(second.headers).not.toHaveProperty('idempotency-replayed');
  expect(await storedFor()).toEqual([]);
  const left = await sendTwice('POST', url, { addresses: [email] }, leave);
  expect(left.second.statusCode).toBe(404);
});

test('a finished request has its answer although there is no room for another one', async () => {
  const fill = () =>
    sql`
    insert into repeated_requests (key_hash, user_id, request_hash)
    select sha256((${userId} || ' ' || n)::bytea), ${userId}, 'any'
    from generate_series(1, 10000) n`.execute(app.db);
  const { first, second } = await sendTwice('PUT', upsertUrl(), {}, fill);
  expect([second.statusCode, second.body]).toEqual([200, first.body]);
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'another' };
  const payload = {};
  const other = await app.app.inject({ method: 'PUT', url: upsertUrl(), headers, payload });
  expect(other.statusCode).toBe(429);
});

test('an answer is not given to someone who has left the workspace since', async () => {
  const { second } = await sendTwice('PUT', upsertUrl(), {}, leave);
  expect(second.statusCode).toBe(404);
});

test('an answer about an account is not given to someone who has left its workspace since', async () => {
  const accountId = await upserted();
  const { second } = await sendTwice(
    'PUT',
    `/api/accounts/${accountId}/note`,
    { note: 'New', replaces: '' },
    leave,
  );
  expect(second.statusCode).toBe(404);
});

test('deleting and merging accounts is done once, and answered also when they are gone', async () => {
  const [deletedId, mergedId] = [await upserted('deleted.com'), await upserted('merged.com')];
  const merging = { intoAccountId: await upserted() };
  const removed = () =>
    sql`delete from workspace_accounts where id in (${deletedId}, ${mergedId}) and deleted_at is not null`.execute(
      app.db,
    );
  for (const { first, second } of [
    await sendTwice('POST', `/api/accounts/${mergedId}/merge`, merging, removed),
    await sendTwice('DELETE', `/api/accounts/${deletedId}`, undefined, removed),
  ]) {
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body).toBe(first.body);
  }
});

test('an answer with names or texts is not stored, and a repetition says that it was done', async () => {
  const url = `/api/workspaces/${workspaceId}/views`;
  const { second } = await sendTwice('POST', url, {
    name: 'My secret view',
    state: { filters: {}, widths: {} },
    isShared: false,
  });
  expect(second.statusCode).toBe(409);
  expect(second.body).toContain('was done before');
  expect(await storedFor()).toEqual(['']);
});

test('only answers without names and texts are kept', () => {
  const withTexts = Object.entries<Endpoint>(endpoints).flatMap(([name, { scope, response }]) =>
    scope?.endsWith(':write') && response instanceof z.ZodType && !isTextless(response)
      ? [name]
      : [],
  );
  expect(withTexts).toEqual([
    'POST /api/workspaces/{workspaceId}/members',
    'POST /api/accounts/import',
    'POST /api/workspaces/{workspaceId}/account-import',
    'POST /api/workspaces/{workspaceId}/views',
    'PATCH /api/workspaces/{workspaceId}/views/{viewId}',
    'POST /api/workspaces/{workspaceId}/tags',
    'PATCH /api/workspaces/{workspaceId}/tags/{tagId}',
    'PUT /api/accounts/domains/level',
    'POST /api/workspaces/{workspaceId}/shares',
    'POST /api/integrations/{id}/sync',
    'POST /api/integrations/{id}/failed-items/retry',
    'POST /api/integrations/{id}/completeness',
    'POST /api/admin/users/invite',
    'PUT /api/admin/users/{id}',
    'POST /api/admin/users/{id}/password-reset',
    'POST /api/admin/organizations',
    'POST /api/admin/workspaces',
  ]);
});

test.each(['fails', 'is answered'])(
  'a request that %s late leaves the answer of the one that took over',
  async (ending) => {
    const runOnce = createRunOnce(app.db, async () => {});
    const call = endpoints['PUT /api/accounts/{accountId}/note'] as Endpoint;
    const headers = { 'idempotency-key': randomUUID() };
    const exchange = {
      request: { headers, method: 'PUT', url: '/', body: {}, params: {} },
      reply: { header: () => {} },
      userId,
    } as never;
    const slow = runOnce(call, exchange, async () => {
      await sql`
        update repeated_requests set started_at = started_at - interval '3 minutes'
        where user_id = ${userId}`.execute(app.db);
      await runOnce(call, exchange, async () => '{"first":1}');
      if (ending === 'fails') throw new Error('late');
      return '{"late":1}';
    });
    await slow.catch(() => {});
    expect(await storedFor()).toEqual(['{"first":1}']);
  },
);
