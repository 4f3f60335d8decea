import { Agent, get } from 'node:http';
import pg from 'pg';
import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import { accountsQuery } from '../../apps/server/src/modules/accounts/list/list-accounts.ts';
import { type FilledWorkspace, fillWorkspace } from './accounts/fill-workspace.ts';
import { measureRate, type Rate } from './accounts/measure-rate.ts';
import { startBenchServer } from './accounts/start-bench-server.ts';

/**
 * How many times a second the list of accounts answers, beside its own query run bare: one part of
 * 60 accounts with their timelines, over 20 connections, in the same run on the same machine.
 */
const sizes = [1_000, 10_000, 100_000];
const activities = 1_000_000;
const limit = 60;
const lanes = 20;
const seconds = 8;

const order = { by: 'name', direction: 'ASC' } as const;

const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error('Nothing is introspected here.');
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

async function measureBare(databaseUrl: string, workspace: FilledWorkspace): Promise<Rate> {
  const reader = { personId: workspace.personId, workspaceId: workspace.id };
  const request = { includeTimeline: true, limit };
  const { sql: text, parameters } = accountsQuery(reader, request, order, new Date()).compile(
    compiler,
  );
  const clients = Array.from(
    { length: lanes },
    () => new pg.Client({ connectionString: databaseUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const query = { name: 'accounts', text, values: [...parameters] };
  const work = async (lane: number) => void (await clients[lane]?.query(query));
  await measureRate(work, { lanes, seconds: 1 });
  const rate = await measureRate(work, { lanes, seconds });
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}

async function measureEndpoint(url: string, { id, token }: FilledWorkspace): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const address = `${url}/api/workspaces/${id}/accounts?includeTimeline=true&limit=${limit}`;
  const headers = { authorization: `Bearer ${token}` };
  const work = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    get(address, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    }).once('error', reject);
    return promise;
  };
  await measureRate(work, { lanes, seconds: 1 });
  const rate = await measureRate(work, { lanes, seconds });
  agent.destroy();
  return rate;
}

const server = await startBenchServer();
try {
  console.log('| Accounts | Bare SQL, p99 | Endpoint, p99 | Share |\n|---|---|---|---|');
  for (const accounts of sizes) {
    const workspace = await fillWorkspace(server.databaseUrl, { accounts, activities });
    const bare = await measureBare(server.databaseUrl, workspace);
    const endpoint = await measureEndpoint(server.url, workspace);
    const share = Math.round((100 * endpoint.perSecond) / bare.perSecond);
    const cell = ({ perSecond, p99 }: Rate) => `${Math.round(perSecond)}/s, ${p99.toFixed(0)} ms`;
    console.log(
      `| ${accounts.toLocaleString('en')} | ${cell(bare)} | ${cell(endpoint)} | ${share} % |`,
    );
  }
} finally {
  await server.stop();
}
