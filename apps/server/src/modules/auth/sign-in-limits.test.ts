import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { knownPassword } from '../../../test/test-makers.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const there = '198.51.100.1';
const elsewhere = '203.0.113.7';

const signIn = (email: string, password: string, from = there) =>
  app.call('POST /api/auth/login', { body: { email, password }, from });

async function fail(times: number, email: string, from?: (at: number) => string): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    const { status } = await signIn(email, 'wrong', from?.(at) ?? there);
    if (status !== 401) throw new Error(`Attempt ${at + 1} was answered ${status}`);
  }
}

/** Lets every window end. */
const letWindowsEnd = () =>
  app.db
    .updateTable('attempts')
    .set({ ends_at: new Date(0) })
    .execute();

test('the eleventh wrong attempt of one from one place is refused, clearly and for a time', async () => {
  const { email } = await app.make.person();
  await fail(10, email);

  const refused = await signIn(email, knownPassword);

  expect(refused.status).toBe(429);
  expect(refused.error).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Too many sign-in attempts. Try again in 15 minutes.',
  });
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);

  await letWindowsEnd();
  expect((await signIn(email, knownPassword)).status).toBe(200);
});

test('an unknown e-mail is refused after as many', async () => {
  await fail(10, 'nobody@example.com');
  expect((await signIn('nobody@example.com', 'wrong')).status).toBe(429);
});

test('many attempts at once do not slip through', async () => {
  const { email } = await app.make.person();
  const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(email, 'wrong')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
});

test('the same person gets in from another place meanwhile', async () => {
  const { email } = await app.make.person();
  await fail(10, email);
  expect((await signIn(email, knownPassword, elsewhere)).status).toBe(200);
});

test('a success clears what was counted against the person', async () => {
  const { email } = await app.make.person();
  await fail(9, email);
  await signIn(email, knownPassword);
  await fail(9, email);
  expect((await signIn(email, knownPassword)).status).toBe(200);
});

test('guessing from many places is refused, yet not to where the person signed in before', async () => {
  const { email } = await app.make.person();
  await signIn(email, knownPassword, elsewhere);
  await fail(20, email, (at) => `192.0.2.${at}`);

  const refused = await signIn(email, knownPassword, '192.0.2.99');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(5 * 60);
  expect((await signIn(email, knownPassword, elsewhere)).status).toBe(200);
});

test('one place may fail fifty times for all its people together', async () => {
  for (let at = 0; at < 5; at += 1) await fail(10, `person${at}@example.org`);
  const { email } = await app.make.person();
  expect((await signIn(email, knownPassword)).status).toBe(429);
  expect((await signIn(email, knownPassword, elsewhere)).status).toBe(200);
});

test('successes cost a place nothing', async () => {
  const { email } = await app.make.person();
  for (let at = 0; at < 55; at += 1) {
    expect((await signIn(email, knownPassword)).status).toBe(200);
  }
});

test('a refused attempt counts nowhere else', async () => {
  const { email } = await app.make.person();
  await fail(10, email);
  for (let at = 0; at < 45; at += 1) await signIn(email, 'wrong');
  const other = await app.make.person();
  expect((await signIn(other.email, knownPassword)).status).toBe(200);
});

test('the counts name nobody', async () => {
  const { email } = await app.make.person();
  await fail(1, email);
  const rows = await app.db.selectFrom('attempts').select('key').execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toHaveLength(32);
});

test('a refused network leaves nothing behind, however many e-mails it tries', async () => {
  for (let at = 0; at < 5; at += 1) await fail(10, `nobody${at}@example.com`).catch(() => {});
  const rows = () => app.db.selectFrom('attempts').select('key').execute();
  const before = await rows();
  expect((await signIn('somebody@example.com', 'wrong')).status).toBe(429);
  expect(await rows()).toHaveLength(before.length);
});
