import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { removeExpired } from './remove-expired.ts';
import { issueResetToken } from './reset-token.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const past = new Date(Date.now() - 1_000);
const count = async (
  table: 'sessions' | 'password_resets' | 'requested_password_resets' | 'rate_limit_counters',
) => (await app.db.selectFrom(table).selectAll().execute()).length;

test('what has expired goes, the rest stays', async () => {
  const [one, other] = [await app.make.person(), await app.make.person()];
  const longAgo = new Date(Date.now() - 30.1 * 86_400_000);
  await app.make.session(one.id, { last_used_at: longAgo });
  const issue = async (userId: string, hours: number) => {
    await issueResetToken(app.db, { kind: 'requested', userId, hours });
    await issueResetToken(app.db, { kind: 'sent', userId, initiatorId: null, hours });
  };
  await issue(one.id, -1);
  await issue(other.id, 1);
  const values = { count: 1, ends_at: past };
  await app.db
    .insertInto('rate_limit_counters')
    .values([
      { ...values, key: Buffer.from('ended') },
      { ...values, key: Buffer.from('counting'), ends_at: new Date(Date.now() + 60_000) },
    ])
    .execute();

  await removeExpired(app.context);

  expect(await count('sessions')).toBe(2);
  expect(await count('password_resets')).toBe(1);
  expect(await count('requested_password_resets')).toBe(1);
  expect(await count('rate_limit_counters')).toBe(1);
});
