import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#test/create-test-database.ts';
import { oldRows } from '#test/upgrade/old-rows.ts';
import { createMakers } from '#test/test-makers.ts';
import { runCommandLine } from './run-command-line.ts';
import { migrations } from '../migrations/index.ts';
import { captureAndPublish } from '#modules/activities/capture-and-publish.fixture.ts';
import { chooseStorage } from '#platform/database/distribution/storage.ts';
import { sampleMail, sampleMeeting } from '#modules/activities/sample-mail.fixture.ts';
import { importDomains } from '#modules/domains/tracking/import-domains.ts';
import { createDatabase, type Database } from '#platform/database/create-database.ts';
import { migrateTo } from '#platform/database/migrate.ts';
import { DamagedBackupError, readBackup } from '@repo/backup/backup-entries';
import { listTables } from '@repo/backup/list-tables';
import { hashToken } from '#platform/secrets/token.ts';

let folder: string;
let source: TestDatabase;
let db: Database;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  file = path.join(folder, 'whole.backup');
  source = await createTestDatabase();
  db = createDatabase({ url: source.url, poolSize: 4, onLostConnection: () => {} });
  await chooseStorage(db);
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

const known = '00000000-0000-7000-8000-000000000001';

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
  const workspace = await make.workspace({ name: 'Tab\tand\nline \\N \\. ünï 🎈' });
  const [ann, bob] = [await make.member(workspace.id), await make.member(workspace.id)];
  const account = { source: 'manual' as const, name: 'Acme', workspaceId: workspace.id };
  await importDomains(db, ann.id, { domains: ['acme.com'], ...account });
  await importDomains(db, bob.id, { domains: ['home.example'], ...account });
  const both = sampleMail({ htmlBody: `<p>${'long '.repeat(30_000)}</p>`, title: '\\.' });
  for (const { id: ownerId } of [ann, bob]) {
    const target = { ownerId, provider: 'gmail', source: 'me@home.example' };
    const activities = [both, sampleMail(), sampleMeeting()];
    await captureAndPublish(db, target, activities);
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
    .insertInto('failed_items')
    .values({ owner_id: ann.id, integration_id: id, external_id: 'a', reason: '', payload: null })
    .execute();
}

/** The accounts and the feed that each user sees, requested from a server on the database. */
async function seen(url: string): Promise<unknown[]> {
  const on = createDatabase({ url, poolSize: 2, onLostConnection: () => {} });
  await chooseStorage(on);
  const { app, call, close } = await createTestApp({ replace: { db: on } });
  try {
    const people = await on.selectFrom('users').select('id').orderBy('created_at').execute();
    const answers: unknown[] = [];
    for (const { id } of people) {
      const token = await createMakers(on).session(id);
      const workspaces = (await call('GET /api/workspaces', { token })).data.items;
      for (const { id: workspaceId } of workspaces) {
        const params = { workspaceId };
        const list = await call('GET /api/workspaces/{workspaceId}/accounts', { token, params });
        // The address of an icon bears the signature of its server.
        answers.push(list.data.accounts.map((row) => ({ ...row, faviconUrl: '' })));
        for (const { id: accountId } of list.data.accounts) {
          const feed = await call('GET /api/accounts/{accountId}/timeline', {
            token,
            params: { accountId },
          });
          answers.push(feed.data);
        }
      }
      await on.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
    }
    await app.close();
    return answers;
  } finally {
    await on.destroy();
    await close();
  }
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
  expect(restored.output).toContain('encrypted with k1, which ENCRYPTION_KEYS lacks');
  const shown = await seen(source.url);
  expect(shown[0]).toMatchObject([{ name: 'Acme' }, { name: 'Acme' }]);
  expect(await seen(url)).toEqual(shown);
});

test('tables are restored in any order: on a cluster some have no foreign keys', async () => {
  const cluster = await createTestDatabase();
  targets.push(cluster);
  const client = new Client({ connectionString: cluster.url });
  await client.connect();
  await client.query('alter table sessions drop constraint if exists sessions_user_id_fkey');
  await client.query(`
    insert into users (id, email, name) values ('${known}', 'ann@home.example', 'Ann');
    insert into sessions (user_id, token_hash) values ('${known}', 'hash')`);
  await client.end();
  const other = path.join(folder, 'cluster.backup');
  await cli(cluster.url, 'backup', '--file', other);
  const url = await emptyDatabase();
  expect((await cli(url, 'restore', '--file', other)).complaint).toBe('');
  expect((await contents(url))['sessions']).toHaveLength(1);
  const restored = new Client({ connectionString: url });
  await restored.connect();
  await expect(restored.query(`update sessions set user_id = gen_random_uuid()`)).rejects.toThrow(
    'sessions_user_id_fkey',
  );
  await restored.end();
});

test('a database that holds something is kept, unless it may be thrown away', async () => {
  const url = await emptyDatabase();
  await cli(url, 'restore', '--file', file);
  const refused = await cli(url, 'restore', '--file', file);
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.complaint).toContain('The database is not empty: use --replace');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("update users set name = 'Changed'");
  const inUse = await cli(url, 'restore', '--file', file, '--replace');
  expect(inUse.complaint).toContain(
    '1 other connection uses the database: stop every server first',
  );
  await client.end();
  expect((await cli(url, 'restore', '--file', file, '--replace')).complaint).toBe('');
  expect(await contents(url)).toEqual(await contents(source.url));
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
  ['changed', (bytes: Buffer) => bytes.fill(1, 900, 910)],
  ['something else', () => Buffer.from('not a back-up')],
])('a file that is %s is refused before anything is thrown away', async (_what, spoil) => {
  const spoilt = path.join(folder, 'spoilt.backup');
  await writeFile(spoilt, spoil(await readFile(file)));
  const before = await contents(source.url);
  const refused = await cli(source.url, 'restore', '--file', spoilt, '--replace');
  expect(refused.complaint).toMatch(/is damaged or not a backup/);
  expect(await contents(source.url)).toEqual(before);
});

/** A checksum of all that a backup says, or that it was refused. */
async function readWhole(name: string): Promise<string> {
  const said = createHash('sha256');
  const note = async (what: unknown) => void said.update(JSON.stringify(what));
  try {
    await readBackup(name, { head: note, table: note, part: note, tableEnd: note });
  } catch (error) {
    if (error instanceof DamagedBackupError) return 'refused';
    throw error;
  }
  return said.digest('hex');
}

test('no byte of a file can be another one or missing unnoticed', async () => {
  const bytes = await readFile(file);
  const whole = await readWhole(file);
  expect(whole).not.toBe('refused');
  const spoilt = path.join(folder, 'byte.backup');
  // A bit of the packing, and its last bytes, may mean nothing.
  const harmless = ['refused', whole];
  const ends = Array.from({ length: 24 }, (_, before) => bytes.length - 1 - before);
  const spread = Array.from({ length: 200 }, (_, part) => Math.floor((part * bytes.length) / 200));
  for (const at of [...spread, ...ends]) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    await writeFile(spoilt, changed);
    expect(harmless, `byte ${at}`).toContain(await readWhole(spoilt));
    await writeFile(spoilt, bytes.subarray(0, at));
    expect(harmless, `up to ${at}`).toContain(await readWhole(spoilt));
  }
});

test('a line that was changed with care is refused', async () => {
  const plain = zstdDecompressSync(await readFile(file)).toString('latin1');
  const changed = plain.replace('"keyIds":["k1"]', '"keyIds":["k2"]');
  expect(changed).not.toBe(plain);
  const spoilt = path.join(folder, 'line.backup');
  await writeFile(spoilt, zstdCompressSync(Buffer.from(changed, 'latin1')));
  expect(await readWhole(spoilt)).toBe('refused');
});

test('the file is private, and never written over', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await cli(source.url, 'backup', '--file', file);
  expect(again.complaint).toContain('exists already');
});

const schemas = Object.keys(migrations);
const lastWithTriggers = '0019-item-locations';
test.each([schemas[0], schemas[4], schemas.at(-2)])(
  'one made with the schema of %s is brought to this one’s, and served',
  async (migration = '') => {
    const [old, url] = [await emptyDatabase(), await emptyDatabase()];
    // Later schemas have no triggers that write the list of accounts beside the inserted rows.
    const filled = [migration, lastWithTriggers].sort()[0] ?? migration;
    await migrateTo(old, filled);
    const client = new Client({ connectionString: old });
    await client.connect();
    await client.query(oldRows).finally(() => client.end());
    await migrateTo(old, migration);
    const older = path.join(folder, `${migration}.backup`);
    expect((await cli(old, 'backup', '--file', older)).complaint).toBe('');
    expect((await cli(url, 'restore', '--file', older)).complaint).toBe('');
    expect(await seen(url)).toMatchObject([
      [
        {
          name: 'Acme',
          domain: 'acme.com',
          activityCount: 1,
          lastActivity: { title: 'Hello' },
          contributors: [{ user: { name: 'Ann' } }],
        },
      ],
      { activities: [{ title: 'Hello', side: 'external', user: { email: 'ann@home.example' } }] },
    ]);
  },
);
