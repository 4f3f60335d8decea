import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClusterDatabase, isOnCluster } from '#test/create-test-database.ts';
import { addNodes } from '#test/cluster/add-nodes.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { readDistribution } from '#platform/database/distribution/read-distribution.ts';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { checkDistribution } from './doctor/check-distribution.ts';
import { runCommandLine } from './run-command-line.ts';

/** Often enough to see it while tables are distributed. */
const WAIT = { timeout: 60_000, interval: 20 };
const main = path.join(import.meta.dirname, 'main.ts');

const distribute = (url: string) =>
  runCommandLine(['distribute'], { DATABASE_URL: url, LOG_LEVEL: 'silent' });

/** A migrated database on three nodes whose tables are not distributed. */
async function createUndistributed() {
  const { urls, url, drop } = await createClusterDatabase();
  onTestFinished(drop);
  await addNodes(urls);
  await migrateToLatest(url);
  const db = createDatabase({
    url,
    poolSize: 2,
    onLostConnection: () => {},
    // The command finds the connections of servers by their name.
    applicationName: 'test',
  });
  onTestFinished(() => db.destroy());
  return { urls, url, db };
}

const pendingIn = async (db: Database) => (await readDistribution(db))?.pending.length;

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe.skipIf(!isOnCluster())('a database that is distributed by half', () => {
  test('is refused where a table was distributed by hand, apart from the others', async () => {
    const { url, db } = await createUndistributed();
    await sql`select create_distributed_table('quiet_candidates', 'workspace_id', colocate_with => 'none')`.execute(
      db,
    );
    const before = await pendingIn(db);
    expect(await distribute(url)).toEqual({
      exitCode: 1,
      output: '',
      complaint:
        "Tables were distributed by other means: quiet_candidates is not distributed together with workspace_accounts. Undo it on the coordinator: select undistribute_table('quiet_candidates'); then run npm run cli -- distribute. Nothing was changed.",
    });
    expect(await pendingIn(db)).toBe(before);
    await sql`select undistribute_table('quiet_candidates')`.execute(db);
    expect(await distribute(url)).toMatchObject({ exitCode: 0 });
    expect(await pendingIn(db)).toBe(0);
  });

  test('does not come from a process that is killed in the middle', async () => {
    const { url, db } = await createUndistributed();
    const before = await pendingIn(db);
    const child = spawn(process.execPath, [main, 'distribute'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url, LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await vi.waitFor(async () => {
      expect(child.exitCode).toBeNull();
      expect(await isDistributing(db)).toBe(true);
    }, WAIT);
    await kill(child);
    await vi.waitFor(async () => expect(await isDistributing(db)).toBe(false), WAIT);
    expect(await pendingIn(db)).toBe(before);
    expect(await distribute(url)).toMatchObject({ exitCode: 0, complaint: '' });
    expect(await pendingIn(db)).toBe(0);
  }, 180_000);

  test('is refused where a node lacks the database', async () => {
    const { urls, url, db } = await createUndistributed();
    const worker = new URL(urls[2] ?? '');
    const name = worker.pathname.slice(1);
    worker.pathname = '/postgres';
    await onServer(worker.href, `drop database ${name} with (force)`);
    onTestFinished(() => onServer(worker.href, `create database ${name}`));
    const before = await pendingIn(db);
    expect(await distribute(url)).toEqual({
      exitCode: 1,
      output: '',
      complaint: `The node ${worker.host} cannot be reached, or has no database ${name}. Repair that, then run this again; nothing was changed.`,
    });
    expect(await pendingIn(db)).toBe(before);
  });

  test('is refused where a node lacks the extension', async () => {
    const { urls, url, db } = await createUndistributed();
    const { host } = new URL(urls[2] ?? '');
    await onServer(urls[2] ?? '', 'drop extension citus cascade');
    const before = await pendingIn(db);
    expect(await distribute(url)).toEqual({
      exitCode: 1,
      output: '',
      complaint: `The node ${host} lacks the extension citus. Run on it, in the same database: create extension citus. Then run this again; nothing was changed.`,
    });
    expect(await pendingIn(db)).toBe(before);
    expect(await checkDistribution(db)).toEqual([
      { subject: 'Citus', state: 'bad', says: `${host} lacks the extension citus.` },
    ]);
  });
});

/** Whether a process is at it, or its transaction is not undone yet. */
async function isDistributing(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and query like '%create_distributed_table%'`.execute(db);
  return rows.length > 0;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
