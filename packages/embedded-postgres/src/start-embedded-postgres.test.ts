import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from './is-alive.ts';
import { canRunHere, startOwnerProcess } from './start-owner-process.fixture.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import type { EmbeddedPostgres } from './start-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
/** `nobody`, the ordinary user that every machine has. */
const NOBODY = 65_534;
const NO_ACCESS = /^User id \d+ cannot create, read or write the folder /;

let folder: string;
/** One cluster for the tests that need no fresh one: making it takes most of their time. */
let dataDir: string;
const started: EmbeddedPostgres[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  dataDir = join(folder, 'postgres');
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function start(path = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: path,
    log: pino({ level: 'silent' }),
    onLost: (error) => {
      throw error;
    },
  });
  started.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

/** The address of the server's own database for its supervisor. */
function supervisorUrl(url: string, password: string): string {
  const changed = new URL(url);
  changed.username = 'supervisor';
  changed.password = password;
  changed.pathname = '/postgres';
  return changed.href;
}

async function whoIs(url: string): Promise<unknown> {
  return (await query(url, 'select current_user as role'))[0]?.['role'];
}

async function postmasterPid(path = dataDir): Promise<number> {
  return Number.parseInt(await readFile(join(path, 'cluster', 'postmaster.pid'), 'utf8'), 10);
}

describe('a start and a stop', () => {
  it('leaves no process behind and keeps what was written', async () => {
    const first = await start();
    await query(first.url, `create table notes as select 'kept' as body`);
    const pid = await postmasterPid();
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select body from notes')).toEqual([{ body: 'kept' }]);
  });

  it('admits no one without the password, and the application without power over the server', async () => {
    const { url } = await start();
    const guessed = new URL(url);
    guessed.password = 'postgres';
    await expect(query(guessed.href, 'select 1')).rejects.toThrow('password authentication failed');
    await expect(query(url, `select pg_read_file('password')`)).rejects.toThrow(
      'permission denied',
    );
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    for (const file of ['password', 'supervisor-password']) {
      expect((await stat(join(dataDir, 'cluster', file))).mode & 0o777).toBe(0o600);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'connects over a socket in its folder, and over TCP where the path of that is too long',
    async () => {
      const { url, port } = await start();
      expect(new URL(url).searchParams.get('host')).toBe(join(dataDir, 'cluster'));
      expect(await query(url, 'select inet_server_addr() as address')).toEqual([{ address: null }]);

      const deep = join(folder, 'a'.repeat(100));
      const other = await start(deep);
      expect(new URL(other.url).search).toBe('');
      expect(await whoIs(other.url)).toBe('app');
      expect(port).not.toBe(other.port);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'runs over TCP alone where no socket can be created',
    async () => {
      const { url, port } = await start();
      const socket = join(dataDir, 'cluster', `.s.PGSQL.${port}`);
      await rm(socket);
      await mkdir(socket);
      process.kill(await postmasterPid(), 'SIGKILL');
      const overTcp = new URL(url);
      overTcp.search = '';
      const who = () => whoIs(overTcp.href).catch((error: Error) => error.message);
      await expect.poll(who, { timeout: 20_000 }).toBe('app');
      await rm(socket, { recursive: true });
    },
    30_000,
  );

  it('removes the sockets of killed ones', async () => {
    const sockets = async () =>
      (await readdir(join(dataDir, 'cluster')))
        .filter((name) => name.startsWith('.s.PGSQL'))
        .sort();
    for (const name of ['.s.PGSQL.1', '.s.PGSQL.1.lock']) {
      await writeFile(join(dataDir, 'cluster', name), '4194999\n');
    }
    const { port } = await start();
    expect(await sockets()).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]);
  });

  it('gives the supervisor a password of its own, which the application does not know', async () => {
    const { url } = await start();
    const password = await readFile(join(dataDir, 'cluster', 'supervisor-password'), 'utf8');
    expect(password.trim()).not.toBe(new URL(url).password);
    expect(await whoIs(supervisorUrl(url, password.trim()))).toBe('supervisor');
    for (const wrong of [new URL(url).password, 'postgres', '']) {
      await expect(whoIs(supervisorUrl(url, wrong))).rejects.toThrow(/password/);
    }
  });

  it('puts a log aside that has grown too large', async () => {
    await truncate(join(dataDir, 'postgres.log'), 6 * 1024 * 1024);
    await start();
    expect((await stat(join(dataDir, 'postgres.log.1'))).size).toBe(6 * 1024 * 1024);
    expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(100_000);
  });
});

describe('a folder made when both roles shared a password', () => {
  const passwordOf = async (role: string) =>
    (await readFile(join(dataDir, 'cluster', role), 'utf8')).trim();
  const supervisorFile = 'supervisor-password';

  /** Puts the folder into that state; `prepare` changes the files afterwards. */
  async function share(prepare: () => Promise<void>): Promise<void> {
    const postgres = await start();
    await query(postgres.url, `create table if not exists kept as select 'kept' as body`);
    const shared = new URL(postgres.url).password;
    const url = supervisorUrl(postgres.url, await passwordOf(supervisorFile));
    await query(url, `alter role supervisor password '${shared}'`);
    await postgres.stop();
    await prepare();
  }

  it.each([
    ['', () => rm(join(dataDir, 'cluster', supervisorFile))],
    // The new password is in its file already, and PostgreSQL does not know it.
    [', its upgrade cut off', async () => {}],
  ])('gets one for each at the next start and keeps its data%s', async (_case, prepare) => {
    await share(prepare);
    const { url } = await start();
    expect(await query(url, 'select body from kept')).toEqual([{ body: 'kept' }]);
    const own = await passwordOf(supervisorFile);
    expect(await whoIs(supervisorUrl(url, own))).toBe('supervisor');
    await expect(whoIs(supervisorUrl(url, new URL(url).password))).rejects.toThrow(
      'password authentication failed',
    );
    expect((await stat(join(dataDir, 'cluster', supervisorFile))).mode & 0o777).toBe(0o600);
  });
});

describe('a killed owner', () => {
  it('leaves its PostgreSQL to the next start, which adopts it and stops it at its own end', async () => {
    const owner = await startOwnerProcess(dataDir);
    const pid = await postmasterPid();
    await owner.end('SIGKILL');

    const adopter = await start();
    expect(adopter).toMatchObject({ adopted: true, url: owner.url });
    expect(await postmasterPid()).toBe(pid);
    await adopter.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('loses no committed row when PostgreSQL is killed with it', async () => {
    const owner = await startOwnerProcess(dataDir);
    await query(owner.url ?? '', `create table survivors as select generate_series(1, 100) as id`);
    const pid = await postmasterPid();
    await owner.end('SIGKILL');
    process.kill(pid, 'SIGKILL');

    const next = await start();
    const rows = await query(next.url, 'select count(*)::int from survivors');
    expect(rows).toEqual([{ count: 100 }]);
  });
});

describe('two starts on one folder', () => {
  it('makes one the owner and tells the other who that is', async () => {
    const contested = join(folder, 'contested');
    const both = await Promise.all([startOwnerProcess(contested), startOwnerProcess(contested)]);
    const owners = both.filter(({ url }) => url !== undefined);
    const refused = both.filter(({ error }) => error !== undefined);
    expect(owners).toHaveLength(1);
    expect(refused[0]?.error).toContain(`already in use by process ${owners[0]?.pid}`);

    await expect(start(contested)).rejects.toThrow(
      `${contested} is already in use by process ${owners[0]?.pid} at http://owner.test: use that one, stop it first, or choose another folder.`,
    );
    const pid = await postmasterPid(contested);
    await owners[0]?.end('SIGTERM');
    expect(isAlive(pid)).toBe(false);
  });
});

describe('PostgreSQL killed while in use', () => {
  it('comes back under the same address with every committed row', async () => {
    const { url } = await start();
    const pool = new Pool({ connectionString: url });
    pool.on('error', () => undefined); // The loss is what this test is about.
    await pool.query(`create table entries as select 'committed' as state`);
    const killed = await postmasterPid();
    process.kill(killed, 'SIGKILL');

    await expect.poll(() => postmasterPid()).not.toBe(killed);
    await expect
      .poll(async () => (await pool.query('select state from entries')).rows)
      .toEqual([{ state: 'committed' }]);
    await pool.end();
  });
});

describe('a lock file left behind', () => {
  it.each([
    ['of a process id that another program has now', `${process.pid}\n`],
    ['of a process that is gone', '4194999\n'],
  ])('%s does not keep PostgreSQL from starting', async (_case, firstLine) => {
    await writeFile(
      join(dataDir, 'cluster', 'postmaster.pid'),
      `${firstLine}${dataDir}/cluster\n1700000000\n5432\n\n127.0.0.1\n\nready\n`,
    );
    expect((await start()).adopted).toBe(false);
  });
});

describe('a folder that cannot be used', () => {
  it('of another major version says which', async () => {
    const old = join(folder, 'old');
    await mkdir(join(old, 'cluster'), { recursive: true });
    await writeFile(join(old, 'cluster', 'PG_VERSION'), '16\n');
    await expect(start(old)).rejects.toThrow(
      /^The data in .*old was written by PostgreSQL 16, and this program runs PostgreSQL 18: /,
    );
  });

  it.runIf(!isRoot)('that cannot be written says by whom', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o500 });
    await expect(start(join(closed, 'postgres'))).rejects.toThrow(NO_ACCESS);
  });

  it('that is a file says so', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(start(join(folder, 'file'))).rejects.toThrow(
      'a file stands where a folder should',
    );
  });

  it('that holds something else is left alone', async () => {
    const foreign = join(folder, 'foreign');
    await mkdir(join(foreign, 'cluster'), { recursive: true });
    await writeFile(join(foreign, 'cluster', 'letter'), 'mine');
    await expect(start(foreign)).rejects.toThrow('contains files but no PostgreSQL data');
    expect(await readFile(join(foreign, 'cluster', 'letter'), 'utf8')).toBe('mine');
  });
});

describe.runIf(isRoot)('as root (skipped for an ordinary user)', () => {
  it('runs below a folder where only root may look', async () => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const hidden = join(home, 'postgres');
    const { url } = await start(hidden);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(hidden)).uid).not.toBe(0);
  });

  it('takes turns with the ordinary user who owns the data', async ({ skip }) => {
    skip(!canRunHere(NOBODY), 'this repository lies where only root may look');
    await chmod(folder, 0o755);
    const own = join(folder, 'own');
    await mkdir(own, { mode: 0o700 });
    const refused = await startOwnerProcess(join(own, 'postgres'), NOBODY);
    expect(refused.error).toMatch(NO_ACCESS);

    await chown(own, NOBODY, NOBODY);
    const ordinary = await startOwnerProcess(join(own, 'postgres'), NOBODY);
    await query(ordinary.url ?? '', `create table turns as select 'ordinary' as taker`);
    await ordinary.end('SIGKILL');
    const root = await start(join(own, 'postgres'));
    expect(root.adopted).toBe(true);
    await root.stop();

    const again = await startOwnerProcess(join(own, 'postgres'), NOBODY);
    const rows = await query(again.url ?? '', 'select taker from turns');
    await again.end('SIGTERM');
    expect(rows).toEqual([{ taker: 'ordinary' }]);
  });
});
