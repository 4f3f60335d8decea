import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { addDays, businessDayOf } from '@repo/domain/time/business-day';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { createPlainDatabase } from '#test/create-test-database.ts';
import { actualPublication } from '#modules/activities/publishing/actual-publication.fixture.ts';
import { expectedPublication } from '#modules/activities/publishing/expected-publication.fixture.ts';
import { sampleMail } from '#modules/activities/sample-mail.fixture.ts';
import { tracking } from '#modules/domains/tracking.fixture.ts';
import {
  countDueDays,
  refreshDueRelationships,
} from '#modules/relationships/refresh-due-relationships.ts';
import { up } from './0072-recounted-relationships.ts';

const today = businessDayOf(new Date());

/** Mails of a person to a company, with a copy to themselves, on 30 days; as the version before left them. */
async function upgradedFrom() {
  const app = await createTestApp({ database: createPlainDatabase });
  onTestFinished(() => app.close());
  const workspace = await app.make.workspace();
  const person = await app.make.member(workspace.id);
  const { accountId } = await tracking(app).makeAccount(person, workspace.id);
  const mails = Array.from({ length: 30 }, (_, index) =>
    sampleMail({
      occurredAt: new Date(`${addDays(today, -1 - index)}T17:00:00Z`),
      participants: [
        { name: '', email: person.email, role: 'from' },
        { name: '', email: 'ann@acme.com', role: 'to' },
        { name: '', email: person.email, role: 'cc' },
      ],
    }),
  );
  await tracking(app).capture(person, mails);
  const expected = await expectedPublication(app.db, accountId, new Date());
  expect(await actualPublication(app.db, accountId)).toEqual(expected);

  await sql`alter table account_relationships drop column recount_from`.execute(app.db);
  await sql`update tie_days set by_them = true`.execute(app.db);
  await sql`update account_relationships set last_day_by_them = last_day`.execute(app.db);
  await app.db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>));
  expect(await actualPublication(app.db, accountId)).not.toEqual(expected);

  const account = { workspaceId: workspace.id, accountId };
  const wrongDays = async () => {
    const { rows } = await sql`select from tie_days where by_them`.execute(app.db);
    return rows.length;
  };
  return { app, account, expected, wrongDays };
}

test('figures of the version before are counted again, also after ends at any moment', async () => {
  const { app, account, expected, wrongDays } = await upgradedFrom();
  const now = new Date();
  const step = () =>
    app.db.transaction().execute((tx) => countDueDays(tx, account, { now, stepSize: 8 }));
  await step();
  expect(await wrongDays()).toBe(22);

  // The process is killed in the middle of the next one, which ends its connection.
  const killed = app.db.transaction().execute(async (tx) => {
    await countDueDays(tx, account, { now, stepSize: 8 });
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(app.db);
    await sql`select 1`.execute(tx);
  });
  await expect(killed).rejects.toBeInstanceOf(Error);
  expect(await wrongDays()).toBe(22);

  await refreshDueRelationships(app.db, now, 8);
  expect(await wrongDays()).toBe(0);
  expect(await actualPublication(app.db, account.accountId)).toEqual(expected);
  expect(await refreshDueRelationships(app.db, now)).toBe(0);
});

test('what the version before counts beside this one ends nothing', async () => {
  const { app, account, expected } = await upgradedFrom();
  const now = new Date();
  // Before the first part, and between two of them.
  await sql`update account_relationships set due_at = null`.execute(app.db);
  await app.db.transaction().execute((tx) => countDueDays(tx, account, { now, stepSize: 8 }));
  await sql`update account_relationships set due_at = null`.execute(app.db);
  await refreshDueRelationships(app.db, now);
  expect(await actualPublication(app.db, account.accountId)).toEqual(expected);
});

/** Counts in a process of its own, two activities in a transaction, until it is killed. */
const counting = (url: string) => `
  import { createDatabase } from './platform/database/create-database.ts';
  import { refreshDueRelationships } from './modules/relationships/refresh-due-relationships.ts';
  const db = createDatabase({ url: ${JSON.stringify(url)}, poolSize: 1, onLostConnection: () => {} });
  await refreshDueRelationships(db, new Date(), 2);
  await db.destroy();`;

test('a process that is killed with -9 while it counts again leaves the rest to the next one', async () => {
  const { app, account, expected, wrongDays } = await upgradedFrom();
  // Each step waits a little, so that there is a middle.
  await sql`create function wait() returns trigger language plpgsql as
    'begin perform pg_sleep(0.05); return null; end'`.execute(app.db);
  await sql`create trigger wait after update on tie_days for each statement execute function wait()`.execute(
    app.db,
  );
  const child = spawn(process.execPath, ['--input-type=module', '-e', counting(app.databaseUrl)], {
    cwd: path.join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const closed = once(child, 'close');
  await vi.waitUntil(async () => (await wrongDays()) < 30, { timeout: 30_000, interval: 5 });
  child.kill('SIGKILL');
  await closed;
  expect(await wrongDays()).toBeGreaterThan(0);

  // Each run leaves out an account that is locked, as it is until the database notices the end of the process.
  const leftByNextRun = async () => {
    await refreshDueRelationships(app.db, new Date());
    return wrongDays();
  };
  await expect.poll(leftByNextRun, { timeout: 10_000 }).toBe(0);
  expect(await actualPublication(app.db, account.accountId)).toEqual(expected);
});
