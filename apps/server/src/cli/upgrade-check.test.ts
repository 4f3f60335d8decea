import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#test/create-test-database.ts';
import { migrations } from '../migrations/index.ts';
import { migrateTo, migrateToLatest } from '#platform/database/migrate.ts';
import { runCommandLine } from './run-command-line.ts';

const names = Object.keys(migrations);

test.each([
  [
    'empty',
    async () => {},
    'The database is empty: the first start of this version creates its schema.',
  ],
  [
    'of the version before',
    (url: string) => migrateTo(url, names.at(-2) ?? ''),
    new RegExp(`^1 migration to run: ${names.at(-1)}\\.\\nRolling: `),
  ],
  [
    'with an upgrade that is not rolling',
    (url: string) => migrateTo(url, '0084-today'),
    /Not rolling, because of 0100-share-levels, 0101-private-conversations: stop every server.*\nNow 0 connections.*\n.*Expect about 1 minute, and keep 0\.0 GB/,
  ],
  [
    'of this version',
    (url: string) => migrateToLatest(url),
    'The database has the schema of this version. There is nothing to do.',
  ],
])('says what will happen to a database: %s', async (_name, prepare, expected) => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  await prepare(url);
  const environment = { DATABASE_URL: url };
  const { output, exitCode } = await runCommandLine(['upgrade', '--check'], environment);
  expect(exitCode).toBe(0);
  expect(output).toMatch(expected);
  // Nothing has changed.
  expect((await runCommandLine(['upgrade', '--check'], environment)).output).toBe(output);
});

test('refuses a newer database, and an upgrade without --check', async () => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  await migrateToLatest(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into kysely_migration values ('9999-tomorrow', 'now')`);
  await client.end();
  const environment = { DATABASE_URL: url };
  const refused = await runCommandLine(['upgrade', '--check'], environment);
  expect(refused.exitCode).toBe(1);
  expect(refused.complaint).toContain('made by a newer version (9999-tomorrow)');
  expect((await runCommandLine(['upgrade'], environment)).exitCode).toBe(2);
});
