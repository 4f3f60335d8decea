import pg from 'pg';
import { ownQuery, plainQuery, type BareQuery } from './accounts/bare-queries.ts';
import { type FilledWorkspace, fillWorkspace } from './accounts/fill-workspace.ts';
import { findSomeAccount } from './accounts/find-some-account.ts';
import { type Rate, measureRate } from './accounts/measure-rate.ts';
import { measureRequests } from './accounts/measure-requests.ts';
import { measureViews } from './accounts/measure-views.ts';
import { startBenchServer } from './accounts/start-bench-server.ts';

/**
 * Measures how many times a second the list of accounts responds, beside bare SQL: one part of 60
 * accounts with their timelines, over 20 connections, each of another member, in the same run on
 * the same machine. Beside it one account, and every order, filter and search of the grid in a
 * workspace of 50,000.
 */
const sizes = [1_000, 10_000, 50_000, 100_000];
const viewed = 50_000;
const activities = 1_000_000;
const limit = 60;
const load = { lanes: 20, seconds: 6 };

const cell = ({ perSecond, p99 }: Rate) => `${Math.round(perSecond)}/s, ${p99.toFixed(0)} ms`;

const server = await startBenchServer();
try {
  const { databaseUrl, url } = server;
  const filled = new Map<number, FilledWorkspace>();
  for (const accounts of sizes) {
    filled.set(accounts, await fillWorkspace(databaseUrl, { accounts, activities }));
  }
  console.log(
    '| Accounts | Plain SQL, p99 | Own query bare, p99 | List, p99 | Share | One account, p99 |\n|---|---|---|---|---|---|',
  );
  for (const [accounts, workspace] of filled) {
    const plain = await measureBare(databaseUrl, plainQuery(workspace, limit), load);
    const own = await measureBare(databaseUrl, ownQuery(workspace, limit), load);
    const { id, tokens } = workspace;
    const path = `/api/workspaces/${id}/accounts?includeTimeline=true&limit=${limit}`;
    const list = await measureRequests(url, { path, tokens }, load);
    const one = `/api/accounts/${await findSomeAccount(databaseUrl, workspace)}`;
    const account = await measureRequests(url, { path: one, tokens }, load);
    const share = Math.round((100 * list.perSecond) / Math.max(plain.perSecond, own.perSecond));
    console.log(
      `| ${accounts.toLocaleString('en')} | ${cell(plain)} | ${cell(own)} | ${cell(list)} | ${share} % | ${cell(account)} |`,
    );
  }
  const workspace = filled.get(viewed);
  if (workspace) await measureViews(url, workspace, limit);
} finally {
  await server.stop();
}

/** Measures the rate of a statement over so many connections of the product's own driver. */
async function measureBare(
  databaseUrl: string,
  query: BareQuery,
  { lanes, seconds }: { lanes: number; seconds: number },
): Promise<Rate> {
  const clients = Array.from(
    { length: lanes },
    () => new pg.Client({ connectionString: databaseUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const work = async (lane: number) => void (await clients[lane]?.query(query));
  await measureRate(work, { lanes, seconds: 1 });
  const rate = await measureRate(work, { lanes, seconds });
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}
