import type * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { knownPassword } from '#test/test-makers.ts';
import { guessLimits, removeOldFailures } from './guess-budget.ts';

// Hundreds of real hashes would take longer than the rest of these tests.
vi.mock('@node-rs/argon2', async (importActual) => ({
  ...(await importActual<typeof argon2>()),
  verify: async (_hash: string, text: string) => text === knownPassword,
}));

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.deleteFrom('rate_limit_counters').execute();
  await app.db.deleteFrom('sign_in_failures').execute();
});

const there = '198.51.100.1';
const elsewhere = '203.0.113.7';

const signIn = (email: string, password: string, from = there) =>
  app.call('POST /api/auth/login', { body: { email, password }, from });

/** Guesses until one is refused, at most this many times; returns how many were checked. */
async function guess(maximum: number, email: string, from: (at: number) => string = () => there) {
  for (let at = 0; at < maximum; at += 1) {
    const { status } = await signIn(email, 'wrong', from(at));
    if (status === 429) return at;
    expect(status).toBe(401);
  }
  return maximum;
}

/** Simulates that this much time has passed. */
const letPass = async (hours: number) => {
  for (const { key, failed_at } of await failures()) {
    const earlier = failed_at.map((at) => new Date(at.getTime() - hours * 3_600_000));
    await app.db
      .updateTable('sign_in_failures')
      .set({ failed_at: earlier, last_failed_at: new Date(Date.now() - hours * 3_600_000) })
      .where('key', '=', key)
      .execute();
  }
};
const failures = () => app.db.selectFrom('sign_in_failures').selectAll().execute();
const countOf = async () =>
  (await failures()).reduce((sum, { failed_at }) => sum + failed_at.length, 0);

/** Simulates a hundred wrong passwords from a hundred networks. */
const attack = (email: string) => guess(100, email, (at) => `192.0.2.${at}`);

test.each(['of a person', 'of nobody'])(
  'an email %s can be guessed for ten times a day from one network',
  async (whose) => {
    const email = whose === 'of a person' ? (await app.make.person()).email : 'no@example.org';
    expect(await guess(11, email)).toBe(10);
    const refused = await signIn(email, knownPassword);
    expect(refused.error).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many sign-in attempts. Try again in 24 hours or reset your password.',
    });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(23 * 3_600);
    expect(seconds).toBeLessThanOrEqual(24 * 3_600);
  },
);

test('a guess counts for exactly 24 hours', async () => {
  const { email } = await app.make.person();
  expect(await guess(4, email)).toBe(4);
  await letPass(23);
  expect(await guess(11, email)).toBe(6);
  await letPass(1.1);
  expect(await guess(11, email)).toBe(4);
});

test('simultaneous guesses do not exceed the limit', async () => {
  const { email } = await app.make.person();
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
});

test('the user signs in from another network during the attack', async () => {
  const { email } = await app.make.person();
  await guess(11, email);
  expect((await signIn(email, knownPassword, elsewhere)).status).toBe(200);
});

test('wrong passwords for others do not keep the people of a network out', async () => {
  const [known, fresh] = [await app.make.person(), await app.make.person()];
  await signIn(known.email, knownPassword);
  for (let at = 0; at < 120; at += 1) await signIn(`no${at}@example.org`, 'wrong');
  expect((await signIn(known.email, knownPassword)).status).toBe(200);
  expect((await signIn(fresh.email, knownPassword)).status).toBe(200);
});

test('from 100 wrong passwords of a network on, two more for each email', async () => {
  for (let at = 0; at < 100; at += 1) await signIn(`no${at}@example.org`, 'wrong');
  const { email } = await app.make.person();
  expect(await guess(11, email)).toBe(2);
  expect(await guess(11, email, () => elsewhere)).toBe(10);
});

test('a network with 20,000 wrong passwords is refused where it is not known', async () => {
  const [known, fresh] = [await app.make.person(), await app.make.person()];
  await signIn(known.email, knownPassword);
  await guess(1, fresh.email);
  await app.db.updateTable('rate_limit_counters').set({ count: 20_000 }).execute();
  expect((await signIn(fresh.email, knownPassword)).status).toBe(429);
  expect((await signIn(known.email, knownPassword)).status).toBe(200);
});

test('an email that is guessed from everywhere allows two guesses from each network', async () => {
  const { email } = await app.make.person();
  await signIn(email, knownPassword, elsewhere);
  expect(await attack(email)).toBe(100);
  expect(await guess(11, email, () => '192.0.2.200')).toBe(2);
  expect(await guess(11, email, () => '192.0.2.1')).toBe(1);
  expect(await guess(31, email, () => elsewhere)).toBe(30);
  expect((await signIn(email, 'wrong', '192.0.2.201')).status).toBe(401);
  expect((await signIn(email, knownPassword, '192.0.2.201')).status).toBe(200);
});

test('simultaneous guesses of an attacked email exceed neither limit', async () => {
  const { email } = await app.make.person();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => signIn(email, 'wrong', `192.0.2.${at % 20}`)),
  );
  const checked = answers.filter(({ status }) => status === 401).length;
  expect(checked).toBeGreaterThanOrEqual(100);
  expect(checked).toBeLessThanOrEqual(100 + 2 * 20);
});

test('a success costs nothing, and makes the network known', async () => {
  const { email } = await app.make.person();
  for (let at = 0; at < 35; at += 1) {
    expect((await signIn(email, knownPassword)).status).toBe(200);
  }
  expect(await countOf()).toBe(0);
  expect(await guess(31, email)).toBe(30);
  expect((await signIn(email, knownPassword)).status).toBe(429);
});

test('a success does not give guesses back that others made', async () => {
  const { email } = await app.make.person();
  await signIn(email, knownPassword);
  expect(await guess(20, email)).toBe(20);
  await signIn(email, knownPassword);
  expect(await guess(31, email)).toBe(10);
});

test('a refused guess writes nothing', async () => {
  const { email } = await app.make.person();
  await guess(11, email);
  const before = await failures();
  for (let at = 0; at < 20; at += 1) await signIn(email, 'wrong');
  expect(await failures()).toEqual(before);
});

test('the counts name no one, and end after a day', async () => {
  const { email } = await app.make.person();
  await guess(1, email);
  const rows = await failures();
  expect(rows).toHaveLength(2);
  for (const { key } of rows) expect(key).toHaveLength(32);
  await removeOldFailures(app.db);
  expect(await failures()).toHaveLength(2);
  await letPass(24.1);
  await removeOldFailures(app.db);
  expect(await failures()).toEqual([]);
});

test('the limits are those of the decision page', () => {
  expect(guessLimits).toEqual({
    perNetwork: 10,
    perKnownNetwork: 30,
    underAttack: 2,
    attackOnEmail: 100,
    attackFromNetwork: 100,
    maxFromNetwork: 20_000,
  });
});
