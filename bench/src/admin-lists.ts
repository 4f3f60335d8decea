import { Agent, get } from 'node:http';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { listAllWorkspaces } from '../../apps/server/src/modules/admin/list-all-workspaces.ts';
import { listOrganizations } from '../../apps/server/src/modules/admin/list-organizations.ts';
import { listUsers } from '../../apps/server/src/modules/admin/list-users.ts';
import type { Schema } from '../../apps/server/src/platform/database/schema.ts';
import { startBenchServer } from './accounts/start-bench-server.ts';
import { fillPlatform } from './admin/fill-platform.ts';

/**
 * Measures how long the lists of the administration take, one request after the other as a user
 * types, beside their own statements run bare on one connection, and beside the same statements
 * without the indexes that they search and sort by.
 */
const size = { people: 100_000, organizations: 2_000, workspaces: 5 };
const limit = 20;
const rounds = 60;
const withoutIndexes = ['users', 'organizations', 'workspaces']
  .map((table) => `drop index ${table}_search, ${table}_newest`)
  .join('; ');

type List = 'users' | 'organizations' | 'workspaces';
type Case = { list: List; page?: number; search?: string; what: string };

const cases: Case[] = [
  { list: 'users', what: 'first page' },
  { list: 'users', page: 5_000, what: 'last page' },
  { list: 'users', search: 'm', what: 'one letter' },
  { list: 'users', search: 'ma', what: 'two letters' },
  { list: 'users', search: 'maya', what: 'a first name' },
  { list: 'users', search: 'maya lindqvist', what: 'a common name' },
  { list: 'users', search: 'lindqvistc4c', what: 'one family' },
  { list: 'users', search: 'zzzz', what: 'nobody' },
  { list: 'organizations', what: 'first page' },
  { list: 'organizations', search: 'keller', what: 'a name' },
  { list: 'workspaces', what: 'first page' },
  { list: 'workspaces', search: 'keller', what: 'an organization' },
];

const lists = { users: listUsers, organizations: listOrganizations, workspaces: listAllWorkspaces };

interface Statement {
  text: string;
  values: unknown[];
}

const server = await startBenchServer();
const client = new pg.Client({ connectionString: server.databaseUrl });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
try {
  const token = await fillPlatform(server.databaseUrl, size);
  await client.connect();
  console.log(
    '| List | Search | Found | Endpoint, p95 | Bare SQL, p95 | Ratio | Without the indexes |\n|---|---|---|---|---|---|---|',
  );
  for (const one of cases) await measureCase(one, token);
} finally {
  agent.destroy();
  await client.end();
  await server.stop();
}

async function measureCase({ list, page = 1, search, what }: Case, token: string): Promise<void> {
  const { statements, total } = await statementsOf(list, { page, limit, search });
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  if (search !== undefined) query.set('search', search);
  const address = `${server.url}/api/admin/${list}?${query}`;
  const bare = async () => {
    for (const statement of statements) await client.query(statement);
  };
  // In turns, so that whatever else the machine does meets both.
  const [ours, theirs] = await inTurns(() => request(address, token), bare);
  await client.query(`begin; ${withoutIndexes}`);
  const [scan] = await inTurns(bare, async () => {}, 10);
  await client.query('rollback');
  const cell = ({ median, p95 }: Times) => `${median.toFixed(1)} ms, ${p95.toFixed(1)} ms`;
  const term = search === undefined ? what : `${what}: "${search}"`;
  console.log(
    `| ${list} | ${term} | ${total} | ${cell(ours)} | ${cell(theirs)} | ${(ours.median / theirs.median).toFixed(2)} | ${scan.median.toFixed(1)} ms |`,
  );
}

/** The list's own query. */
async function statementsOf(
  list: List,
  wanted: { page: number; limit: number; search?: string | undefined },
) {
  const statements: Statement[] = [];
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ connectionString: server.databaseUrl, max: 2 }),
    }),
    log: ({ query: { sql: text, parameters } }) => {
      statements.push({ text, values: [...parameters] });
    },
  });
  const { pagination } = await lists[list](db, wanted);
  await db.destroy();
  return { statements, total: pagination.total };
}

interface Times {
  /** Milliseconds. */
  median: number;
  p95: number;
}

async function inTurns(
  one: () => Promise<void>,
  other: () => Promise<void>,
  count = rounds,
): Promise<[Times, Times]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -5; round < count; round += 1) {
    for (const [index, work] of [one, other].entries()) {
      const start = performance.now();
      await work();
      // The first ones warm the caches.
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return [summarize(times[0]), summarize(times[1])];
}

function summarize(times: number[]): Times {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

function request(address: string, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { authorization: `Bearer ${token}` };
  get(address, { agent, headers }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`));
    answer.resume().once('end', resolve);
  }).once('error', reject);
  return promise;
}
