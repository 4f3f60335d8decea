import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limits } from '@repo/contract/limits';
import { startEmbeddedPostgres } from '@repo/embedded-postgres/start-embedded-postgres';
import { Piscina } from 'piscina';
import { createDatabase } from '#platform/database/create-database.ts';
import { migrateToLatest } from '#platform/database/migrate.ts';
import { createLog } from '#platform/log/create-log.ts';
import type { Target } from '../abuse/connections.ts';
import { percentile } from '../abuse/percentile.ts';
import { send, type TimedRequest } from '../abuse/timed-request.ts';
import { startProcess } from '../faults/processes.ts';
import { freePort } from '../free-port.ts';
import { toRequest } from '../test-call.ts';
import type { MadePerson } from '../test-makers.ts';
import { type CostsWorld, createCostsWorld, domains } from './costs-world.ts';
import { readingCalls } from './reading-calls.ts';
import { largeWorld } from './world-size.ts';

/**
 * `npm run proof -- costs`: what the 20 most expensive requests that read do to others, sent at once by one
 * member and by three members of a workspace with 50,000 accounts, again and again; what one does who reads
 * the whole list of accounts again and again, and one who imports 50,000 more. Exit code 1 when the p95 of
 * another member is more than three times what it was before, of all requests together or of one of more than
 * 100 ms, or a request of theirs is refused.
 */
const REQUESTS = 20;
const MAX_RATIO = 3;
/** A request that takes less keeps no one waiting, whatever it took before; milliseconds. */
const MAX_MS = 100;
/** Requests of the other member in each measurement. */
const READS = 600;

const write = (line: string) => void process.stdout.write(`${line}\n`);
const progress = (line: string) => void process.stderr.write(`${line}\n`);

interface MeasuredRequest {
  what: string;
  path: string;
  milliseconds: number;
  bytes: number;
}

/** Measures each request that a member can send, alone, and returns the most expensive ones. */
async function findMostExpensive(target: Target, world: CostsWorld): Promise<MeasuredRequest[]> {
  const measured: MeasuredRequest[] = [];
  for (const [name, calls] of Object.entries(readingCalls(world))) {
    if (typeof calls === 'string' || name.includes('/admin/')) continue;
    for (const call of calls) {
      const path = pathOf(name, call);
      const times: number[] = [];
      let bytes = 0;
      for (let count = 0; count < 2; count += 1) {
        const given = { method: 'GET', path, token: world.ann.token };
        const { milliseconds, text } = await send(target, given, { isCompressed: true });
        times.push(milliseconds);
        bytes = text.length;
      }
      const what = `${name}${call.of === undefined ? '' : ` (${call.of})`}`;
      measured.push({ what, path, milliseconds: Math.min(...times), bytes });
    }
  }
  return measured.sort((one, other) => other.milliseconds - one.milliseconds).slice(0, REQUESTS);
}

function pathOf(name: string, call: { params?: object; query?: Record<string, string> }): string {
  const { url, query = {} } = toRequest(name, call);
  return `${String(url)}?${new URLSearchParams(query as Record<string, string>)}`;
}

const namesOfOrdinary = ['workspaces', 'a page of accounts', 'an account', 'its feed', 'members'];

/** The requests of a member who works with the product, in the order of their names. */
function ordinary({ workspaceId, accountIds }: CostsWorld, token: string): TimedRequest[] {
  const account = `/api/accounts/${accountIds[domains.mails]}`;
  return [
    '/api/workspaces',
    `/api/workspaces/${workspaceId}/accounts?includeTimeline=true&limit=60`,
    account,
    `${account}/timeline?range=3W&limit=25`,
    `/api/workspaces/${workspaceId}/members?limit=20`,
  ].map((path) => ({ method: 'GET', path, token }));
}

interface Measured {
  p50: number;
  p95: number;
  refused: number;
  /** The p95 of each request, in their order. */
  each: number[];
}

async function measure(target: Target, requests: readonly TimedRequest[]): Promise<Measured> {
  const times = requests.map((): number[] => []);
  let refused = 0;
  for (let count = 0; count < READS; count += 1) {
    const at = count % requests.length;
    const request = requests[at];
    if (request === undefined) break;
    const { status, milliseconds } = await send(target, request);
    if (status === 200) times[at]?.push(milliseconds);
    else refused += 1;
  }
  const all = times.flat();
  const each = times.map((ofOne) => percentile(ofOne, 95));
  return { p50: percentile(all, 50), p95: percentile(all, 95), refused, each };
}

/** Work of a member that goes on until it is ended; returns what was done. */
interface Noise {
  end: () => Promise<string>;
}

/** Reads the whole list of accounts, one after the other. */
function startWholeList(target: Target, { workspaceId }: CostsWorld, token: string): Noise {
  const path = `/api/workspaces/${workspaceId}/accounts?includeTimeline=true&includeOwners=true&includeRelationships=true`;
  return repeat('lists', () =>
    send(target, { method: 'GET', path, token }, { keepsText: false, isCompressed: true }),
  );
}

/** Imports accounts as the web application does: in parts, one after the other, up to the limit of the workspace. */
function startImport({ host, port }: Target, { workspaceId }: CostsWorld, token: string): Noise {
  let part = 0;
  return repeat(`parts of ${limits.rowsPerImportPart} accounts`, async () => {
    part += 1;
    const rows = Array.from({ length: limits.rowsPerImportPart }, (_, row) => ({
      domain: `imported-${part}-${row}.example.org`,
      name: `Imported ${part} ${row}`,
      owner: '',
      note: 'Met at the fair, and called in May.',
    }));
    const response = await fetch(
      `http://${host}:${port}/api/workspaces/${workspaceId}/account-import`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ rows }),
      },
    );
    await response.arrayBuffer();
    return response;
  });
}

function repeat(what: string, request: () => Promise<{ status: number }>): Noise {
  const signal = { isOn: true };
  let done = 0;
  let refused = 0;
  const running = (async () => {
    while (signal.isOn) {
      const { status } = await request();
      if (status === 200) done += 1;
      else refused += 1;
    }
  })();
  return {
    async end() {
      signal.isOn = false;
      await running;
      return `${done} ${what}, ${refused} refused`;
    },
  };
}

/** The memory of a process in MB. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

/** Sends the most expensive requests of members again and again, all at once, until it is ended. */
function startMembers(
  target: Target,
  expensive: readonly MeasuredRequest[],
  tokens: readonly string[],
): Noise {
  // In a thread of its own, so that the times of the other member are those of the server.
  const client = new Piscina({
    filename: new URL('client.ts', import.meta.url).href,
    name: 'sendAtOnce',
    minThreads: tokens.length,
    maxThreads: tokens.length,
  });
  const statuses = new Map<number, number>();
  const signal = { isOn: true };
  const members = tokens.map(async (token) => {
    const requests = expensive.map(({ path }) => ({ method: 'GET', path, token }));
    while (signal.isOn) {
      for (const status of await client.run({ target, requests })) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
  });
  return {
    async end() {
      signal.isOn = false;
      await Promise.all(members);
      await client.destroy();
      return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    },
  };
}

const folder = await mkdtemp(path.join(tmpdir(), 'proof-'));
const postgres = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'postgres'),
  log: createLog('silent'),
  onLost: (error) => write(`the database is lost: ${error.message}`),
});
await migrateToLatest(postgres.url);
const db = createDatabase({ url: postgres.url, poolSize: 2, onLostConnection: () => {} });
const port = await freePort();
const target: Target = { host: '127.0.0.1', port };
const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'info', PORT: String(port) };
const server = await startProcess('apps/server/src/main.ts', ['--role=api'], {
  env,
  // As `npm start` does.
  nodeOptions: ['--max-semi-space-size=4'],
  isReady: (line) => line.includes('"ready"'),
});
const pid = server.child.pid ?? 0;

try {
  const begun = performance.now();
  const world = await createCostsWorld(db, largeWorld);
  progress(`filled in ${Math.round((performance.now() - begun) / 1_000)} s`);
  const { ann, colleagues } = world;
  const [second, third, other] = colleagues;
  if (!second || !third || !other) throw new Error('The world has three colleagues.');
  const expensive = await findMostExpensive(target, world);
  const requests = ordinary(world, other.token);
  await measure(target, requests);
  const before = await measure(target, requests);
  const isServed = ({ refused }: Measured) => refused === 0;
  const line = ({ p50, p95, refused }: Measured) =>
    `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${refused} refused`;
  write(`another member before: ${line(before)}; the server has ${await memoryOf(pid)} MB`);
  let isProved = isServed(before);
  const requestsOf = (...members: readonly MadePerson[]) =>
    startMembers(
      target,
      expensive,
      members.map(({ token }) => token),
    );
  const noises: Record<string, () => Noise> = {
    [`one member sent the ${REQUESTS} most expensive at once`]: () => requestsOf(ann),
    [`three members sent the ${REQUESTS} most expensive at once`]: () =>
      requestsOf(ann, second, third),
    'one member read the whole list of accounts': () => startWholeList(target, world, second.token),
    'one member imported accounts': () => startImport(target, world, second.token),
  };
  for (const [what, start] of Object.entries(noises)) {
    let memory = 0;
    const watch = setInterval(() => {
      void memoryOf(pid).then((now) => (memory = Math.max(memory, now)));
    }, 200);
    const noise = start();
    const during = await measure(target, requests);
    const sent = await noise.end();
    clearInterval(watch);
    const ratio = during.p95 / before.p95;
    write(
      `another member while ${what} (${sent}): ${line(during)}, ${ratio.toFixed(1)} times the p95 of before; the server has ${memory} MB at most`,
    );
    isProved &&= isServed(during) && ratio <= MAX_RATIO;
    for (const [at, p95] of during.each.entries()) {
      const p95Before = before.each[at] ?? 0;
      const isKept = p95 <= Math.max(MAX_MS, MAX_RATIO * p95Before);
      isProved &&= isKept;
      write(
        `  ${namesOfOrdinary[at]}: p95 ${p95Before.toFixed(0)} → ${p95.toFixed(0)} ms${isKept ? '' : ', which is too long'}`,
      );
    }
  }
  for (const { what, milliseconds, bytes } of expensive) {
    write(`  ${what}: ${milliseconds.toFixed(0)} ms alone, ${bytes} bytes compressed`);
  }
  if (!isProved) process.exitCode = 1;
} finally {
  await server.stop();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
