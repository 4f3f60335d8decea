import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#test/create-test-database.ts';
import { oldRows } from '#test/upgrade/old-rows.ts';
import { migrations, nonRollingMigrations } from '../../migrations/index.ts';
import { createDatabase, type Database } from './create-database.ts';
import { migrateTo, migrateToLatest, requireLatestSchema } from './migrate.ts';
import { readReadiness } from './read-readiness.ts';
import { reportBlockers } from './report-blockers.ts';

const program = fileURLToPath(new URL('../../main.ts', import.meta.url));
const names = Object.keys(migrations);
const newest = names.at(-1) ?? '';

let database: TestDatabase;
let db: Database;
let client: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolSize: 1, onLostConnection: () => {} });
  client = new Client({ connectionString: database.url, application_name: 'test' });
  await client.connect();
});
afterEach(async () => {
  await db.destroy();
  await client.end();
  await database.drop();
});

const start = (url: string, role = 'api') =>
  spawn(process.execPath, [program, `--role=${role}`], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

describe('a schema that is not this version’s', () => {
  test('newer: is left alone, with the way out', async () => {
    await client.query(`insert into kysely_migration values ('9999-tomorrow', 'now')`);
    await expect(migrateToLatest(database.url)).rejects.toThrow(
      'The database was made by a newer version (9999-tomorrow). Start that version, or restore a backup.',
    );
    // A running process of the earlier version continues next to the newer one.
    expect(await readReadiness(db)).toEqual({ isReady: true, status: 'ready' });
  });

  test('with a gap: is left alone, and no one calls it ready', async () => {
    await client.query('delete from kysely_migration where name = $1', [names[1]]);
    await expect(migrateToLatest(database.url)).rejects.toThrow(
      /^The schema is not what its list of migrations says: .*docs\/troubleshooting\.md/,
    );
    expect(await readReadiness(db)).toEqual({
      isReady: false,
      status: `the database lacks ${names[1]}; run: npm run cli -- migrate`,
    });
  });

  test('that a rolling upgrade cannot reach: is refused while a process of the version before runs', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const nonRolling = nonRollingMigrations[0] ?? '';
    const before = names[names.indexOf(nonRolling) - 1] ?? '';
    await migrateTo(url, before);
    const running = new Client({ connectionString: url });
    await running.connect();
    const refusal =
      'This upgrade is not rolling: stop every process of the previous version, then start again (1 connection uses the database).';
    await expect(migrateToLatest(url)).rejects.toThrow(refusal);
    const later = createDatabase({ url, poolSize: 1, onLostConnection: () => {} });
    onTestFinished(() => later.destroy());
    await expect(requireLatestSchema(later)).rejects.toThrow(
      'This upgrade is not rolling: stop every process of the previous version, then run: npm run cli -- migrate',
    );
    await later.destroy();
    // Starting waits for connections that are about to end.
    const started = migrateToLatest(url);
    await running.end();
    await started;
    await migrateToLatest(url);
  });

  test('that a rolling upgrade cannot reach: is refused while a process is named by its URL', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    await migrateTo(url, names[names.indexOf(nonRollingMigrations[0] ?? '') - 1] ?? '');
    const address = new URL(url);
    address.searchParams.set('application_name', 'prod');
    const named = address.href;
    const running = new Client({ connectionString: named });
    await running.connect();
    await expect(migrateToLatest(named)).rejects.toThrow('(1 connection uses the database)');
    await running.end();
    // A process of this version has its own name.
    const own = createDatabase({ url: named, poolSize: 1, onLostConnection: () => {} });
    onTestFinished(() => own.destroy());
    await sql`select 1`.execute(own);
    await expect(migrateToLatest(url)).rejects.toThrow('(1 connection uses the database)');
    await own.destroy();
    await migrateToLatest(named);
  }, 60_000);

  test('that data do not allow: the migration is named that failed', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    await migrateTo(url, names[names.indexOf(nonRollingMigrations[0] ?? '') - 1] ?? '');
    const old = new Client({ connectionString: url, application_name: 'test' });
    await old.connect();
    await old.query(oldRows);
    await old.query(`
      alter table domain_shares add constraint refused check (shared_at < 'yesterday') not valid`);
    const failing = migrateToLatest(url);
    await expect(failing).rejects.toThrow(
      /^The migration 005\d-[\w-]+ failed, and nothing was changed: .*refused/,
    );
    await expect(failing).rejects.not.toThrow(newest);
    await old.query('alter table domain_shares drop constraint refused');
    await old.end();
    await migrateToLatest(url);
  }, 60_000);

  test('with half of a migration in it: the process ends with a sentence, and changes nothing', async () => {
    await client.query('delete from kysely_migration where name = $1', [newest]);
    const child = start(database.url);
    const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(code).toBe(1);
    expect(complaint).toContain(`${newest} cannot be followed, and nothing was changed`);
    expect((await readReadiness(db)).isReady).toBe(false);
  });
});

describe('a migration that is cut off', () => {
  test('leaves nothing behind, and the next start makes it whole', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const earlier = createDatabase({ url, poolSize: 1, onLostConnection: () => {} });
    const provider = { getMigrations: async () => migrations };
    await new Migrator({ db: earlier, provider }).migrateTo(names[0] ?? '');
    await earlier.destroy();

    const [observer, reader] = [0, 1].map(
      () => new Client({ connectionString: url, application_name: 'test' }),
    ) as [Client, Client];
    await Promise.all([observer.connect(), reader.connect()]);
    // A reader of a table that the next migration changes makes it wait in the middle.
    await reader.query('begin');
    await reader.query('select from users');
    const child = start(url, 'worker');
    await vi.waitFor(async () => expect(await others(`and wait_event_type = 'Lock'`)).toBe(1), {
      timeout: 60_000,
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await reader.end();
    await vi.waitFor(async () => expect(await others()).toBe(0), { timeout: 60_000 });
    expect(await marks()).toEqual(names.slice(0, 1));
    const { rows } = await observer.query(`select to_regclass('audit_entries') as found`);
    expect(rows).toEqual([{ found: null }]);

    await migrateToLatest(url);
    expect(await marks()).toEqual(names);
    await observer.end();

    async function marks() {
      const found = await observer.query('select name from kysely_migration order by name');
      return found.rows.map(({ name }) => name);
    }
    async function others(condition = '') {
      const { rowCount } = await observer.query(`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend' ${condition}`);
      return rowCount;
    }
  }, 150_000);
});

test('a database that cannot be reached is named', async () => {
  await expect(migrateToLatest('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
    'The database is unreachable: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL, and that PostgreSQL runs there.',
  );
});

test('a rolling migration lets readers of a table pass while it waits for another one', async () => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  // As if each one that follows were rolling.
  const listed = nonRollingMigrations as string[];
  const later = listed.splice(listed.findIndex((name) => name > '0059-mail-file-places'));
  onTestFinished(() => void listed.push(...later));
  // The next one changes a table that everyone reads.
  await migrateTo(url, '0059-mail-file-places');
  const [tool, reader] = [0, 1].map(
    () => new Client({ connectionString: url, application_name: 'test' }),
  ) as [Client, Client];
  await Promise.all([tool.connect(), reader.connect()]);
  await tool.query('begin; select from account_activities limit 1');
  const migrating = migrateToLatest(url);
  await vi.waitFor(
    async () => {
      const { rowCount } = await reader.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
    },
    { timeout: 20_000, interval: 20 },
  );
  const begun = performance.now();
  await reader.query('select from account_activities limit 1');
  expect(performance.now() - begun).toBeLessThan(6_000);
  await tool.query('rollback');
  await migrating;
  await Promise.all([tool.end(), reader.end()]);
}, 60_000);

test('says which connection a migration waits for', async () => {
  await client.query('begin');
  await client.query('lock table users in access share mode');
  const waiting = new Client({
    connectionString: database.url,
    application_name: 'account-tracker migration',
  });
  await waiting.connect();
  await waiting.query('begin');
  const locked = waiting.query('lock table users in access exclusive mode');
  const reports: string[] = [];
  const end = reportBlockers(
    database.url,
    'account-tracker migration',
    (message) => reports.push(message),
    20,
  );
  await vi.waitFor(() => expect(reports).toHaveLength(1), { timeout: 10_000 });
  expect(reports[0]).toMatch(
    /^The migration waits for another connection to the database \(“test”, process \d+, idle in transaction\)/,
  );
  await client.query('rollback');
  await locked;
  await end();
  await waiting.end();
  expect(reports).toHaveLength(1);
});
