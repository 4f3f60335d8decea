import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../test/create-test-database.ts';
import { createMakers } from '../../test/test-makers.ts';
import { runCommandLine } from './run-command-line.ts';
import { migrations } from '../migrations/index.ts';
import { captureActivities } from '../modules/activities/capture-activities.ts';
import { sampleMail, sampleMeeting } from '../modules/activities/sample-mail.fixture.ts';
import { importDomains } from '../modules/domains/import-domains.ts';
import { createDatabase, type Database } from '../platform/database/create-database.ts';
import { migrateTo } from '../platform/database/migrate.ts';
import { listTables } from '../platform/backup/list-tables.ts';

let folder: string;
let source: TestDatabase;
let db: Database;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  file = path.join(folder, 'whole.backup');
  source = await createTestDatabase();
  db = createDatabase({ url: source.url, poolSize: 4, onLostConnection: () => {} });
  await fill();
  await cli(source.url, 'backup', '--file', file);
});
afterAll(async () => {
  await db.destroy();
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

const targets: TestDatabase[] = [];
afterEach(async () => {
  for (const target of targets.splice(0)) await target.drop();
});

const cli = (url: string, ...args: string[]) =>
  runCommandLine(args, {
    DATABASE_URL: url,
    DATA_DIR: folder,
    ENCRYPTION_KEYS: `k2:${Buffer.alloc(32).toString('base64')}`,
  });

async function emptyDatabase(): Promise<string> {
  const target = await createEmptyDatabase();
  targets.push(target);
  return target.url;
}

/** Two people who share an account, and values that a careless copy would lose. */
async function fill(): Promise<void> {
  const make = createMakers(db);
  const place = await make.workspace({ name: 'Tab\tand\nline \\N \\. ünï 🎈' });
  const [ann, bob] = [await make.member(place.id), await make.member(place.id)];
  const account = { source: 'manual' as const, name: 'Acme', workspaceId: place.id };
  await importDomains(db, ann.id, { domains: ['acme.com'], ...account });
  await importDomains(db, bob.id, { domains: ['home.example'], ...account });
  const both = sampleMail({ htmlBody: `<p>${'long '.repeat(30_000)}</p>`, title: '\\.' });
  for (const { id: ownerId } of [ann, bob]) {
    const target = { ownerId, provider: 'gmail', source: 'me@home.example' };
    const activities = [both, sampleMail(), sampleMeeting()];
    await db.transaction().execute((tx) => captureActivities(tx, target, activities));
  }
  const { id } = await db
    .insertInto('integrations')
    .values({
      owner_id: ann.id,
      provider: 'gmail',
      source: 'me@home.example',
      credentials: Buffer.from([0, 1, 10, 92, 255]),
      credentials_key_id: 'k1',
      cursor: JSON.stringify({ historyId: '1' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sync_failures')
    .values({ integration_id: id, external_id: 'a', reason: '', payload: null })
    .execute();
}

/** Every row of every table as text, what the database works out itself included. */
async function contents(url: string): Promise<Record<string, string[]>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found: Record<string, string[]> = {};
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(`select t::text as text from "${name}" t order by 1`);
      found[name] = rows.map(({ text }) => text);
    }
    return found;
  } finally {
    await client.end();
  }
}

test('what is restored is what was there, in every table', async () => {
  const url = await emptyDatabase();
  const restored = await cli(url, 'restore', '--file', file);
  expect(restored.complaint).toBe('');
  const [before, after] = [await contents(source.url), await contents(url)];
  expect(after).toEqual(before);
  const filled = Object.entries(before).flatMap(([name, rows]) => (rows.length > 0 ? [name] : []));
  expect(filled).toEqual(
    expect.arrayContaining(['users', 'workspace_accounts', 'account_activities', 'integrations']),
  );
  expect(filled.length).toBeGreaterThan(14);
  expect(restored.output).toContain('sealed with k1, which ENCRYPTION_KEYS does not name');
  // Triggers keep counting from what was restored.
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('delete from workspace_accounts');
  const { rows } = await client.query('select account_count from workspaces');
  await client.end();
  expect(rows).toEqual([{ account_count: 0 }]);
});

test('a database that holds something is kept, unless it may be thrown away', async () => {
  const url = await emptyDatabase();
  await cli(url, 'restore', '--file', file);
  const refused = await cli(url, 'restore', '--file', file);
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.complaint).toContain('The database is not empty: give --replace');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("update users set name = 'Changed'");
  const inUse = await cli(url, 'restore', '--file', file, '--replace');
  expect(inUse.complaint).toContain(
    '1 other connections use the database: stop every server first',
  );
  await client.end();
  expect((await cli(url, 'restore', '--file', file, '--replace')).complaint).toBe('');
  expect(await contents(url)).toEqual(await contents(source.url));
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
  ['changed', (bytes: Buffer) => (bytes.writeUInt8(bytes.readUInt8(900) ^ 1, 900), bytes)],
  ['something else', () => Buffer.from('not a back-up')],
])('a file that is %s is refused before anything is thrown away', async (_what, spoil) => {
  const spoilt = path.join(folder, 'spoilt.backup');
  await writeFile(spoilt, spoil(await readFile(file)));
  const before = await contents(source.url);
  const refused = await cli(source.url, 'restore', '--file', spoilt, '--replace');
  expect(refused.complaint).toMatch(/is damaged or no back-up/);
  expect(await contents(source.url)).toEqual(before);
});

test('the file is private, and never written over', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await cli(source.url, 'backup', '--file', file);
  expect(again.complaint).toContain('exists already');
});

test('one of an earlier version is brought to this one’s schema', async () => {
  const [old, url] = [await emptyDatabase(), await emptyDatabase()];
  await migrateTo(old, Object.keys(migrations)[1] ?? '');
  const client = new Client({ connectionString: old });
  await client.connect();
  await client.query(`insert into organizations (name, slug) values ('Old', 'old')`);
  await client.end();
  const older = path.join(folder, 'older.backup');
  expect((await cli(old, 'backup', '--file', older)).complaint).toBe('');
  expect((await cli(url, 'restore', '--file', older)).complaint).toBe('');
  const listed = await cli(url, 'list', 'organizations', '--json');
  expect(JSON.parse(listed.output).items).toMatchObject([{ slug: 'old' }]);
});
