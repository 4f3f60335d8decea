import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limits } from '@repo/contract/limits';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/create-test-database.ts';
import { startProcess } from '#test/faults/processes.ts';
import { freePort } from '#test/free-port.ts';
import { isLong } from '#test/long-tests.ts';
import { createMakers, type MadePerson } from '#test/test-makers.ts';
import { createDatabase } from './platform/database/create-database.ts';

let database: TestDatabase;
let folder: string;
let person: MadePerson;
let holder: Client;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shutdown-'));
  database = await createTestDatabase();
  const db = createDatabase({ url: database.url, poolSize: 1, onLostConnection: () => {} });
  const make = createMakers(db);
  // The list of someone without a workspace does not read what is locked.
  person = await make.member((await make.workspace()).id);
  await db.destroy();
  holder = new Client({ connectionString: database.url });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function startServer() {
  const port = await freePort();
  const { child, stop } = await startProcess('apps/server/src/main.ts', [], {
    env: { DATA_DIR: folder, DATABASE_URL: database.url, PORT: String(port) },
    isReady: (line) => line.includes('"msg":"ready"'),
  });
  const call = (at: string) =>
    fetch(`http://127.0.0.1:${port}${at}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
  return { port, child, stop, call };
}

/**
 * Blocks `GET /api/workspaces` until the returned function is called, and nothing else: no other query
 * that runs meanwhile reads this table.
 */
async function lockListUntil(): Promise<() => Promise<unknown>> {
  await holder.query('begin');
  await holder.query('lock table default_views in access exclusive mode');
  return () => holder.query('rollback');
}

const isWaiting = async () => {
  const { rows } = await holder.query(`select count(*)::int as count from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`);
  return rows[0].count;
};

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(false)));
    socket.once('error', () => resolve(true));
  });

test('SIGTERM: what is under way is answered, streams end, nothing new comes in, exit 0', async () => {
  const { port, stop, call } = await startServer();
  const stream = await call('/api/integrations/events');
  const reading = stream.text();
  const release = await lockListUntil();
  // As many as one user may have at a time wait for the database, and as many more for their turn.
  const underWay = Array.from({ length: 2 * limits.concurrentRequests }, () =>
    call('/api/workspaces'),
  );
  await vi.waitFor(async () => expect(await isWaiting()).toBe(limits.concurrentRequests), {
    timeout: 30_000,
  });

  const stopping = stop();
  await vi.waitFor(async () => expect(await isRefused(port)).toBe(true), { timeout: 30_000 });
  expect(await reading).toContain('event: integrations');
  await release();
  const answers = await Promise.all(underWay);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers[0]?.headers.get('connection')).toBe('close');
  expect(await stopping).toBe(0);
}, 90_000);

test.runIf(isLong)(
  'SIGTERM with a request that hangs: cut after 10 s, and still exit 0',
  async () => {
    const { stop, call } = await startServer();
    const release = await lockListUntil();
    const hanging = call('/api/workspaces').then(
      ({ status }) => status,
      () => 'cut',
    );
    await vi.waitFor(async () => expect(await isWaiting()).toBe(1), { timeout: 30_000 });
    const begun = performance.now();
    const stopping = stop();
    expect(await hanging).toBe('cut');
    expect(performance.now() - begun).toBeGreaterThan(9_000);
    await release();
    expect(await stopping).toBe(0);
  },
  90_000,
);
