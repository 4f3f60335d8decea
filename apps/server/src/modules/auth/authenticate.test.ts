import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { authenticate } from './authenticate.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function lastUse(token: string): Promise<Date> {
  const { last_used_at } = await app.db
    .selectFrom('sessions')
    .select('last_used_at')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return last_used_at;
}

test('a token authenticates its user', async () => {
  const { token, id, name, email } = await app.make.person({ is_admin: true });
  expect(await authenticate(app.db, token)).toMatchObject({ id, name, email, isAdmin: true });
});

test('an unknown token authenticates no one', async () => {
  expect(await authenticate(app.db, 'no-such-token')).toBeUndefined();
});

test('an inactive user is not authenticated', async () => {
  const { token } = await app.make.person({ is_active: false });
  expect(await authenticate(app.db, token)).toBeUndefined();
});

test('a session ends 30 days after its last use', async () => {
  const { id } = await app.make.person();
  const live = await app.make.session(id, { last_used_at: daysAgo(29.9) });
  const ended = await app.make.session(id, { last_used_at: daysAgo(30.1) });
  expect(await authenticate(app.db, live)).toMatchObject({ id });
  expect(await authenticate(app.db, ended)).toBeUndefined();
});

test('using a session prolongs it, and writes at most once an hour', async () => {
  const { id } = await app.make.person();
  const fresh = minutesAgo(59);
  const unwritten = await app.make.session(id, { last_used_at: fresh });
  const written = await app.make.session(id, { last_used_at: daysAgo(29) });
  await authenticate(app.db, unwritten);
  await authenticate(app.db, written);
  expect(await lastUse(unwritten)).toEqual(fresh);
  expect((await lastUse(written)).getTime()).toBeGreaterThan(minutesAgo(1).getTime());
});
