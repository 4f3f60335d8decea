import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#test/create-test-database.ts';
import { isLong } from '#test/long-tests.ts';
import { oldRows } from '#test/upgrade/old-rows.ts';
import { migrations } from '../migrations/index.ts';
import { credentialsContext } from '#modules/integrations/connect/credentials.ts';
import { createDatabase } from '#platform/database/create-database.ts';
import { migrateTo, migrateToLatest } from '#platform/database/migrate.ts';
import { readKeyFile } from '#platform/secrets/key-file.ts';
import { createSecretBox } from '#platform/secrets/secret-box.ts';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { startOwnerProcess } from '@repo/embedded-postgres/start-owner-process.fixture';
import { createLog } from '#platform/log/create-log.ts';
import { runCommandLine } from './run-command-line.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'killed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const program = path.join(import.meta.dirname, 'main.ts');

/** A command in a process of its own, which a test kills. */
function start(args: string[], env: Record<string, string>, before: string[] = []): ChildProcess {
  const child = spawn(process.execPath, [...before, program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

describe('restore', () => {
  const settings = (url: string) => ({ DATA_DIR: folder, DATABASE_URL: url });
  const restore = (url: string) =>
    runCommandLine(['restore', '--file', path.join(folder, 'old.backup')], settings(url));
  const [first = ''] = Object.keys(migrations);

  async function emptyDatabase(): Promise<string> {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    return url;
  }

  /** A backup that has to be migrated when it is restored. */
  async function writeOldBackup(): Promise<void> {
    const url = await emptyDatabase();
    await migrateTo(url, first);
    const client = await connect(url);
    await client.query(oldRows).finally(() => client.end());
    const file = path.join(folder, 'old.backup');
    await rm(file, { force: true });
    const { complaint } = await runCommandLine(['backup', '--file', file], settings(url));
    expect(complaint).toBe('');
  }

  /** The lock of Kysely's migrator; no migration starts while a test holds it. */
  const MIGRATION_LOCK = '3853314791062309107';

  /** Kills a restore as soon as `waits` resolves. Returns the URL of the database. */
  async function killRestore(
    moment: (watch: Client) => Promise<void>,
    args: string[] = [],
  ): Promise<string> {
    const url = await emptyDatabase();
    const child = start(
      ['restore', '--file', path.join(folder, 'old.backup'), ...args],
      settings(url),
    );
    // The restore refuses a database with other connections, so the test connects after it has
    // begun.
    const server = await connect(new URL('/postgres', url).href);
    const name = new URL(url).pathname.slice(1);
    const isMigrating = async () => {
      const { rows } = await server.query(
        `select from pg_stat_activity join pg_locks using (pid)
         where datname = $1 and application_name like '%migration'
           and locktype = 'advisory' and granted`,
        [name],
      );
      return rows.length > 0;
    };
    await expect.poll(isMigrating, { timeout: 30_000, interval: 2 }).toBe(true);
    const watch = await connect(url);
    try {
      await moment(watch);
      await kill(child);
    } finally {
      await watch.end();
      await server.end();
    }
    return url;
  }

  /** Waits until the first schema exists, and prevents any further migration from starting. */
  const afterFirstSchema = (watch: Client) =>
    watch.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);

  const moments: Record<string, (watch: Client) => Promise<void>> = {
    'before the copy': async (watch) => {
      await afterFirstSchema(watch);
    },
    'between the copy and the last migration': async (watch) => {
      await afterFirstSchema(watch);
      const copied = async () => (await watch.query('select from users')).rows.length;
      await expect.poll(copied, { timeout: 15_000 }).toBe(1);
    },
  };

  test.each(Object.entries(moments).slice(isLong ? 0 : 1))(
    'killed %s: no server takes the database for whole, and the same command completes it',
    async (_, moment) => {
      await writeOldBackup();
      const url = await killRestore(moment);
      const refusal = /^A restore of this database was interrupted.*restore --file FILE$/;
      await expect(migrateToLatest(url)).rejects.toThrow(refusal);
      const listed = await runCommandLine(['list', 'users'], settings(url));
      expect(listed.complaint).toMatch(refusal);
      const half = path.join(folder, 'half.backup');
      const saved = await runCommandLine(['backup', '--file', half], settings(url));
      expect(saved.complaint).toContain('interrupted: restore its backup again first');

      expect((await restore(url)).complaint).toBe('');
      const users = await runCommandLine(['list', 'users', '--json'], settings(url));
      expect(users.output).toContain('ann@home.example');
      // The database is complete now: another restore would overwrite it.
      expect((await restore(url)).complaint).toContain('The database is not empty');
    },
  );
});

describe('rotate-keys', () => {
  /** Kills the process with SIGKILL instead of the nth rename of a key file's draft. */
  const killAtRename = (count: number) => {
    const code = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { renameSync } = fs;
      let left = ${count};
      fs.renameSync = (from, to) => {
        if (to.endsWith('encryption-key') && --left === 0) process.kill(process.pid, 'SIGKILL');
        renameSync(from, to);
      };
      syncBuiltinESMExports();`;
    return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  };
  const log = createLog('silent');
  const secret = { refresh_token: 'precious' };

  // Used by all tests, one after the other: creating it takes longer than each of them.
  let dataDir: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    dataDir = path.join(folder, 'embedded');
    env = { DATA_DIR: dataDir };
    await runCommandLine(['list', 'users'], env);
  });

  async function withDatabase<Result>(work: (url: string) => Promise<Result>) {
    const postgres = await startEmbeddedPostgres({
      dataDir: path.join(dataDir, 'postgres'),
      log,
      onLost: () => {},
    });
    try {
      return await work(postgres.url);
    } finally {
      await postgres.stop();
    }
  }

  const boxOf = () => createSecretBox(new Map(readKeyFile(path.join(dataDir, 'encryption-key'))));

  async function storeSecret(): Promise<string> {
    const id = crypto.randomUUID();
    const { bytes, keyId } = boxOf().seal(secret, credentialsContext(id));
    await withDatabase(async (url) => {
      const client = await connect(url);
      const owner = crypto.randomUUID();
      await client.query(`insert into users (id, email, name) values ($1, $2, '')`, [
        owner,
        `${owner}@home.example`,
      ]);
      await client.query(
        `insert into integrations (id, owner_id, provider, credentials, credentials_key_id)
         values ($1, $2, 'gmail', $3, $4)`,
        [id, owner, bytes, keyId],
      );
      await client.end();
    });
    return id;
  }

  const readSecret = (id: string) =>
    withDatabase(async (url) => {
      const db = createDatabase({ url, poolSize: 1, onLostConnection: () => {} });
      const row = await db
        .selectFrom('integrations')
        .select(['credentials', 'credentials_key_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await db.destroy();
      const sealed = { bytes: row.credentials ?? Buffer.of(), keyId: row.credentials_key_id ?? '' };
      return boxOf().open(sealed, credentialsContext(id));
    });

  const keyFiles = async () =>
    (await readdir(dataDir)).filter((name) => name.startsWith('encryption-key'));

  const renames = [
    ['before the new key is in the file', 1],
    ['before the former key is out of it', 2],
  ] as const;
  test.each(renames.slice(isLong ? 0 : 1))(
    'killed %s: nothing is lost, and the next start leaves one file',
    async (_, count) => {
      const id = await storeSecret();
      const before = await readFile(path.join(dataDir, 'encryption-key'), 'utf8');

      const child = start(['rotate-keys'], env, killAtRename(count));
      const [, signal] = await once(child, 'exit');
      expect([signal, (await keyFiles()).length]).toEqual(['SIGKILL', 2]);
      expect(await readSecret(id)).toEqual(secret);

      expect((await runCommandLine(['list', 'users'], env)).complaint).toBe('');
      expect(await keyFiles()).toEqual(['encryption-key']);

      expect((await runCommandLine(['rotate-keys'], env)).complaint).toBe('');
      expect(await keyFiles()).toEqual(['encryption-key']);
      const after = await readFile(path.join(dataDir, 'encryption-key'), 'utf8');
      expect(after.trim().split('\n')).toHaveLength(1);
      expect(after).not.toBe(before);
      expect(await readSecret(id)).toEqual(secret);
    },
  );

  test('done while the database of a killed server still runs', async () => {
    const id = await storeSecret();
    const server = await startOwnerProcess(path.join(dataDir, 'postgres'));
    await server.end('SIGKILL');
    expect((await runCommandLine(['rotate-keys'], env)).complaint).toBe('');
    expect(readKeyFile(path.join(dataDir, 'encryption-key'))).toHaveLength(1);
    expect(await readSecret(id)).toEqual(secret);
  });

  test('refused beside a process that has the database and has read the key', async () => {
    const file = path.join(dataDir, 'encryption-key');
    const before = await readFile(file, 'utf8');
    const { complaint } = await withDatabase(() => runCommandLine(['rotate-keys'], env));
    expect(complaint).toContain('already in use by process');
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
