import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { insertApiKey } from '#test/insert-api-key.ts';
import { removeRepeatedRequests } from '#platform/http/run-once.ts';

let app: TestApp;
let workspaceId: string;
let userId: string;
let key: string;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  ({ id: workspaceId } = await app.make.workspace());
  ({ id: userId } = await app.make.member(workspaceId));
  ({ key } = await insertApiKey(app.db, userId));
});
afterAll(() => app.close());

const upsert = (domain: string, body: object = {}) =>
  app.call('PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}', {
    token: key,
    params: { workspaceId, domain },
    body,
  });
const read = async (accountId: string) => {
  const { data } = await app.call('GET /api/accounts/{accountId}', {
    token: key,
    params: { accountId },
  });
  return data.workspaceAccount;
};

test('creates an account once, and then changes what is given', async () => {
  const made = await upsert('https://www.acme.com/x', { name: 'Acme', note: 'New' });
  expect(made.data).toEqual({ accountId: expect.any(String), isNew: true });
  const { accountId } = made.data;
  const again = await upsert('ACME.com', { ownerId: userId });
  expect(again.data).toEqual({ accountId, isNew: false });
  expect(await read(accountId)).toMatchObject({
    name: 'Acme',
    note: 'New',
    domain: 'acme.com',
    owner: { id: userId },
  });
  await upsert('acme.com', { name: 'Acme Inc.', note: '', ownerId: null });
  expect(await read(accountId)).toMatchObject({ name: 'Acme Inc.', note: '', owner: null });
});

test('finds an account by a further domain', async () => {
  const { accountId } = (await upsert('acme.com')).data;
  await app.call('POST /api/accounts/{accountId}/domains', {
    token: key,
    params: { accountId },
    body: { domain: 'acme.co.uk' },
  });
  expect((await upsert('acme.co.uk')).data).toEqual({ accountId, isNew: false });
});

test.each(['none', 'gmail.com', 'a b.com', 'x'.repeat(150)])('refuses %s', async (domain) => {
  expect(await upsert(domain)).toMatchObject({
    status: 400,
    error: { details: [{ field: 'domain' }] },
  });
});

test('several at the same time create one account', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => upsert('acme.com')));
  expect(all.filter(({ data }) => data.isNew)).toHaveLength(1);
  expect(new Set(all.map(({ data }) => data.accountId)).size).toBe(1);
});

const send = (repeatKey: string, body: object, token = key) =>
  app.app.inject({
    method: 'PUT',
    url: `/api/workspaces/${workspaceId}/accounts/by-domain/acme.com`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': repeatKey },
    payload: body,
  });

test('the same request with the same Idempotency-Key is done once and answered the same', async () => {
  const repeatKey = randomUUID();
  const first = await send(repeatKey, { name: 'Acme' });
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
  await upsert('acme.com', { name: 'Renamed since' });
  const second = await send(repeatKey, { name: 'Acme' });
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(second.body).toBe(first.body);
  const { accountId } = JSON.parse(first.body).data;
  expect((await read(accountId)).name).toBe('Renamed since');
});

test('an Idempotency-Key belongs to one request and to one token', async () => {
  const repeatKey = randomUUID();
  await send(repeatKey, { name: 'Acme' });
  const other = await send(repeatKey, { name: 'Another' });
  expect([other.statusCode, JSON.parse(other.body).error.code]).toEqual([409, 'CONFLICT']);
  const { key: further } = await insertApiKey(app.db, userId);
  const ofOther = await send(repeatKey, { name: 'Acme' }, further);
  expect(ofOther.headers).not.toHaveProperty('idempotency-replayed');
  expect(JSON.parse(ofOther.body).data.isNew).toBe(false);
});

test('sent at the same time it is done once, and the others have to wait', async () => {
  const repeatKey = randomUUID();
  const all = await Promise.all(Array.from({ length: 6 }, () => send(repeatKey, { name: 'Acme' })));
  const codes = all.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0);
  expect(codes.every((code) => code === 200 || code === 409)).toBe(true);
  const first = all.filter(
    ({ statusCode, headers }) => statusCode === 200 && !('idempotency-replayed' in headers),
  );
  expect(first).toHaveLength(1);
});

test('what failed can be sent again, and so can what a killed process began', async () => {
  const repeatKey = randomUUID();
  const failed = await send(repeatKey, { ownerId: randomUUID() });
  expect(failed.statusCode).toBe(400);
  const works = await send(repeatKey, { name: 'Acme' });
  expect(works.statusCode).toBe(200);
  await sql`update repeated_requests set response = null where user_id = ${userId}`.execute(app.db);
  expect((await send(repeatKey, { name: 'Acme' })).statusCode).toBe(409);
  await sql`update repeated_requests set started_at = now() - interval '3 minutes'
    where user_id = ${userId}`.execute(app.db);
  expect((await send(repeatKey, { name: 'Acme' })).statusCode).toBe(200);
});

test('keys are bounded, and forgotten after a day', async () => {
  expect((await send(' ', {})).statusCode).toBe(400);
  expect((await send('x'.repeat(256), {})).statusCode).toBe(400);
  await sql`
    insert into repeated_requests (key_hash, user_id, request_hash)
    select sha256(convert_to(${userId} || number, 'UTF8')), ${userId}, '' from generate_series(1, 10000) as number`.execute(
    app.db,
  );
  expect((await send(randomUUID(), { name: 'Acme' })).statusCode).toBe(429);
  await sql`update repeated_requests set started_at = now() - interval '25 hours'`.execute(app.db);
  await removeRepeatedRequests(app.db);
  expect((await send(randomUUID(), { name: 'Acme' })).statusCode).toBe(200);
});
