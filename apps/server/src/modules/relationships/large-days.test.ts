import { businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { captureActivities } from '../activities/capture-activities.ts';
import { sampleMail } from '../activities/sample-mail.fixture.ts';
import { tracking } from '../domains/tracking.fixture.ts';
import { actualRelationships } from './expected-relationships.fixture.ts';
import { refreshDueRelationships } from './refresh-due-relationships.ts';
import { largestExactDay } from './refresh-relationships.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The day of the flood has ended: all of its emails count. */
const noon = new Date(
  startOfBusinessDay(businessDayOf(new Date(Date.now() - 3 * 86_400_000))).getTime() +
    12 * 3_600_000,
);
const mailFrom = (sender: number, to: string) =>
  sampleMail({
    occurredAt: new Date(noon.getTime() + sender),
    participants: [
      { name: `Sender ${sender}`, email: `sender${sender}@acme.com`, role: 'from' },
      { name: 'Me', email: to, role: 'to' },
    ],
  });
const mails = (from: number, count: number, to: string) =>
  Array.from({ length: count }, (_, at) => mailFrom(from + at, to));

async function settle() {
  const { settle, makeAccount } = tracking(app);
  const { workspace, person } = await settle();
  const { accountId } = await makeAccount(person, workspace.id);
  return { accountId, person };
}

/** Rows that the transaction has read of what grows with a day. */
async function readSoFar(tx: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as count
    from pg_stat_xact_user_tables
    where relname in ('account_activities', 'account_activity_contributors', 'tie_days', 'contacts')
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

test(
  'a page of emails costs the same, however many of its day there are',
  { timeout: 60_000 },
  async () => {
    const { person } = await settle();
    const costs: number[] = [];
    let captured = 0;
    for (const size of [largestExactDay + 100, 4 * largestExactDay]) {
      while (captured < size) {
        const count = Math.min(1_000, size - captured);
        await tracking(app).capture(person, mails(captured, count, person.email));
        captured += count;
      }
      // Otherwise the plan depends on whether autovacuum has looked at the tables by now.
      await sql`analyze account_activities, account_activity_contributors, tie_days, contacts`.execute(
        app.db,
      );
      await app.db.transaction().execute(async (tx) => {
        const owner = { ownerId: person.id, provider: 'gmail', source: person.email };
        const before = await readSoFar(tx);
        await captureActivities(tx, owner, mails(captured, 50, person.email));
        costs.push((await readSoFar(tx)) - before);
      });
      captured += 50;
    }
    const [small = 0, large = 0] = costs;
    expect(small).toBeGreaterThan(0);
    expect(large).toBeLessThan(1.5 * small);
  },
);

test('a large day is counted by the job, once and whole', { timeout: 60_000 }, async () => {
  const { accountId, person } = await settle();
  const count = largestExactDay + 200;
  await tracking(app).capture(person, mails(0, largestExactDay, person.email));
  expect((await actualRelationships(app.db, accountId)).contacts).toHaveLength(largestExactDay);
  await tracking(app).capture(person, mails(largestExactDay, 200, person.email));
  await refreshDueRelationships(app.db);
  const counted = await actualRelationships(app.db, accountId);
  expect(counted.contacts).toHaveLength(count);
  expect(counted.days).toHaveLength(count);
  const names = await app.db
    .selectFrom('contacts')
    .select(['name', 'address'])
    .where('account_id', '=', accountId)
    .execute();
  for (const { name, address } of names) {
    expect(address).toBe(`${name.toLowerCase().replace(' ', '')}@acme.com`);
  }
  // Nothing is due any more.
  expect(await refreshDueRelationships(app.db)).toBe(0);
});
