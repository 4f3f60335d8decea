import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isLong } from '../../apps/server/test/long-tests.ts';
import {
  makeDataDir,
  removeDataDir,
  runDemo,
  type RunningDemo,
  startDemo,
} from '../test/start-demo.ts';
import { hasTerminals, processesWith, runInTerminal, type Terminal } from '../test/terminal.ts';
import { untilSynced } from '../test/track-everything.ts';
import { signIn } from './api-client.ts';
import { samplePeople } from './sample/people.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = makeDataDir();
});

afterEach(() => {
  // Only after a failure something still runs.
  for (const line of processesWith(dataDir)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  removeDataDir(dataDir);
});

/** The processes that have the data folder in their command or their environment. */
const processesOf = (folder: string) =>
  execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder));

/**
 * The files below a folder, and those that others than their user can read or list; what a closed folder
 * contains is closed.
 */
function openFiles(folder: string): { count: number; open: string[] } {
  const found = { count: 0, open: [] as string[] };
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    found.count += 1;
    const isOpen = (statSync(file).mode & 0o077) !== 0;
    if (!entry.isDirectory()) {
      if (isOpen) found.open.push(file);
      continue;
    }
    const below = openFiles(file);
    found.count += below.count;
    if (isOpen) found.open.push(...below.open);
  }
  return found;
}

const manySeconds = { timeout: 120_000 };

describe('a demo that runs', () => {
  const folder = makeDataDir();
  let demo: RunningDemo;
  beforeAll(async () => {
    demo = await startDemo(folder);
  }, 120_000);
  // Only after a failure it still runs.
  afterAll(async () => {
    await demo.end('SIGKILL');
    removeDataDir(folder);
  });

  it('says in one line of JSON where it is and who can sign in', manySeconds, async () => {
    const { url, sandboxUrl, shiftDays, users } = demo.ready;
    expect(Object.keys(demo.ready).toSorted()).toEqual(['sandboxUrl', 'shiftDays', 'url', 'users']);
    expect(shiftDays).toBe(0);
    expect((await fetch(sandboxUrl)).status).toBeLessThan(500);
    for (const { email, password, workspaces, isAdmin } of users) {
      const client = await signIn(url, email, password);
      const { user } = await client.call('GET /api/auth/me');
      expect(user.isAdmin).toBe(isAdmin);
      const { items } = await client.call('GET /api/workspaces');
      expect(items.map(({ id }) => id)).toEqual(workspaces.map(({ id }) => id));
    }
    expect(users.some(({ isAdmin }) => isAdmin)).toBe(true);
  });

  it('reads its own mailboxes within what Google allows in a minute', manySeconds, async () => {
    const { url, sandboxUrl, users } = demo.ready;
    for (const { email, service } of samplePeople.filter(({ connected }) => connected)) {
      const password = users.find((user) => user.email === email)?.password ?? '';
      await untilSynced(await signIn(url, email, password));
      if (service === 'microsoft') continue;
      const answer = await fetch(`${sandboxUrl}/sandbox/gmail/${email}/requests`);
      const { methods } = (await answer.json()) as {
        methods: Record<string, { answered: number; refused: number }>;
      };
      const counts = Object.values(methods);
      expect(counts.reduce((sum, { refused }) => sum + refused, 0)).toBe(0);
      // A minute has 6,000 units; a conversation costs 40, an email 20, the rest at most 5.
      const answered = (method: string) => methods[method]?.answered ?? 0;
      const gets = answered('messages.get');
      const conversations = answered('threads.get');
      expect(gets).toBeGreaterThan(100);
      const rest = counts.reduce((sum, count) => sum + count.answered, 0) - gets - conversations;
      expect(40 * conversations + 20 * gets + 5 * rest).toBeLessThanOrEqual(6_000);
    }
  });

  it('stores nothing that others on the machine can read', () => {
    const stored = openFiles(folder);
    expect(stored.count).toBeGreaterThan(10);
    expect(stored.open).toEqual([]);
  });

  it('ends in order, and leaves nothing running', manySeconds, async () => {
    expect(await demo.end('SIGINT')).toBe(0);
    expect(processesOf(folder)).toEqual([]);
  });
});

describe('the demo', () => {
  it.runIf(isLong)('keeps its data over a second start and over a kill', manySeconds, async () => {
    const first = await startDemo(dataDir);
    const [someone] = first.ready.users;
    const client = await signIn(first.ready.url, someone?.email ?? '', someone?.password ?? '');
    await client.call('POST /api/accounts/import', { body: { domains: ['kept.example'] } });
    expect(await first.end('SIGKILL')).toBeNull();
    // PostgreSQL lives on without its owner; the next start takes it over.
    expect(processesOf(dataDir)).not.toEqual([]);

    const second = await startDemo(dataDir);
    expect(second.ready.users).toEqual(first.ready.users);
    const again = await signIn(second.ready.url, someone?.email ?? '', someone?.password ?? '');
    const { domains } = await again.call('GET /api/accounts', { query: { type: 'domains' } });
    expect(domains.map(({ domain }) => domain)).toContain('kept.example');
    expect(await second.end('SIGTERM')).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
  });

  it.runIf(isLong)('goes on where a first start was cut short', manySeconds, async () => {
    const { child, exited } = runDemo(['--port', '0', '--data', dataDir, '--json']);
    await sleep(1_500);
    child.kill('SIGKILL');
    await exited;
    const demo = await startDemo(dataDir);
    expect(demo.ready.users.length).toBeGreaterThan(2);
    expect(await demo.end('SIGTERM')).toBe(0);
  });

  it.runIf(isLong)(
    'refuses a second start on the same folder and says where the first is',
    manySeconds,
    async () => {
      const first = await startDemo(dataDir);
      const second = runDemo(['--port', '0', '--data', dataDir, '--json']);
      expect(await second.exited).toBe(1);
      expect(second.errors().trim().split('\n')).toHaveLength(1);
      expect(second.errors()).toContain('in use');
      expect(await first.end('SIGTERM')).toBe(0);
    },
  );

  it(
    'says in one sentence that a port is busy, and leaves nothing running',
    manySeconds,
    async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const { exited, errors } = runDemo(['--port', String(port), '--data', dataDir]);
      expect(await exited).toBe(1);
      expect(errors()).toContain(`Port ${port} is in use by another program.`);
      expect(errors().trim().split('\n')).toHaveLength(1);
      server.close();
      expect(processesOf(dataDir)).toEqual([]);
    },
  );

  it.each([
    ['a file', fileURLToPath(import.meta.url)],
    ['a folder that cannot be made', '/sys/nowhere'],
    ['a folder where none can be made, however long one tries', '/proc/nowhere'],
  ])('says in one sentence that the data folder is %s', manySeconds, async (_, folder) => {
    const { exited, errors } = runDemo(['--port', '0', '--data', folder]);
    expect(await exited).toBe(1);
    expect(errors().trim().split('\n')).toHaveLength(1);
    expect(errors()).toContain(`The data folder ${folder} cannot be used: `);
  });

  it.runIf(isLong).each(['SIGTERM', 'SIGKILL'] as const)(
    'ends when npm, which started it, is ended by %s',
    manySeconds,
    async (signal) => {
      const args = ['run', '--silent', 'demo', '--', '--no-web', '--json', '--port', '0', '--data'];
      const npm = spawn('npm', [...args, dataDir], { stdio: ['ignore', 'pipe', 'ignore'] });
      await once(npm.stdout, 'data');
      npm.kill(signal);
      await expect.poll(() => processesOf(dataDir), { timeout: 10_000 }).toEqual([]);
    },
  );

  // `npm run proof -- stops` does so many more times, in more ways.
  describe.runIf(hasTerminals)('in a terminal, under npm', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const startInTerminal = () =>
      runInTerminal(`npm run demo -- --no-web --port 0 --data ${dataDir}`, { cwd: root });

    const endOf = async ({ exited, shown }: Terminal): Promise<number> => {
      const code = await Promise.race([exited, sleep(60_000)]);
      if (code !== undefined) return code;
      throw new Error(`Still running:\n${processesWith(dataDir).join('\n')}\n${shown()}`);
    };

    it.each(isLong ? [1, 2] : [1])(
      'ends in order when Ctrl-C is pressed %i times',
      manySeconds,
      async (times) => {
        const terminal = startInTerminal();
        await terminal.shows('Ctrl-C stops everything');
        for (let pressed = 0; pressed < times; pressed += 1) terminal.pressCtrlC();
        expect([0, 130]).toContain(await endOf(terminal));
        expect(processesWith(dataDir)).toEqual([]);
      },
    );

    it.runIf(isLong)(
      'ends in order when Ctrl-C is pressed during the start',
      manySeconds,
      async () => {
        const terminal = startInTerminal();
        await expect.poll(() => processesOf(dataDir).join()).toContain('postgres');
        terminal.pressCtrlC();
        expect([0, 130]).toContain(await endOf(terminal));
        expect(processesWith(dataDir)).toEqual([]);
      },
    );

    it.runIf(isLong)('ends in order when the terminal is closed', manySeconds, async () => {
      const { shows, close } = startInTerminal();
      await shows('Ctrl-C stops everything');
      close();
      await expect.poll(() => processesWith(dataDir), { timeout: 20_000 }).toEqual([]);
    });
  });

  it('explains its options', manySeconds, async () => {
    const help = runDemo(['--help']);
    expect(await help.exited).toBe(0);
    const wrong = runDemo(['--prot', '1']);
    expect(await wrong.exited).toBe(1);
    expect(wrong.errors()).toContain('Usage: npm run demo');
  });
});
