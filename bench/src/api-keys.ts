import { loadavg } from 'node:os';
import pg from 'pg';
import type { Scope } from '../../packages/contract/src/scopes.ts';
import { createApiKey, startOfKey } from '../../apps/server/src/platform/secrets/api-key.ts';
import { hashToken } from '../../apps/server/src/platform/secrets/token.ts';
import { type FilledWorkspace, fillWorkspace } from './accounts/fill-workspace.ts';
import { measureRate } from './accounts/measure-rate.ts';
import { type BenchConnection, openConnection, requestOf } from './accounts/open-connection.ts';
import { startBenchServer } from './accounts/start-bench-server.ts';
import { family, processorTime } from './process-memory.ts';

/**
 * Measures the list of accounts and "changed since" with API keys beside sessions, over 20 connections, each of
 * another member. The two take short turns, so that what else the machine does strikes both alike.
 */
const rounds = 15;
const seconds = 1;
const lanes = 20;
/** A key makes 600 requests a minute at most, so that a member needs several. */
const requestsPerKey = 550;
const keysPerSubject = 5;
const keysPerMember = 25;

const server = await startBenchServer();
try {
  const workspace = await fillWorkspace(server.databaseUrl, {
    accounts: 10_000,
    activities: 200_000,
  });
  const keys = await createKeys(server.databaseUrl, workspace, [
    'accounts:read',
    'activities:read',
  ]);
  const withTexts = await createKeys(server.databaseUrl, workspace, [
    'activities:read',
    'texts:read',
  ]);
  const sessions = workspace.tokens.map((token) => [token]);
  const of = `/api/workspaces/${workspace.id}`;
  const since = await lastCursor(of, workspace.token);
  const subjects = [
    { name: 'List of 60 accounts', path: '/accounts?includeTimeline=true&limit=60', keys },
    { name: 'Changed since: 100 accounts', path: '/changes/accounts?limit=100', keys },
    { name: 'Changed since: nothing new', path: `/changes/accounts?since=${since}`, keys },
    {
      name: 'Changed since: 100 activities',
      path: '/changes/activities?limit=100',
      keys: withTexts,
    },
    {
      name: 'Changed since: 100 activities, without `texts:read`',
      path: '/changes/activities?limit=100',
      keys,
    },
  ];
  const connections = await Promise.all(
    Array.from({ length: lanes }, () => openConnection(new URL(server.url))),
  );
  console.log(
    '| Request | With a session | With a key | Key / session (half of the rounds) | By processor time |',
  );
  console.log('|---|---|---|---|---|');
  for (const [number, { name, path, keys: own }] of subjects.entries()) {
    // The keys of the last minute have no requests left.
    const unused = own.map((one) => one.slice(number * keysPerSubject));
    const measured = await measureInTurns(connections, {
      session: requestsFor(of + path, sessions),
      key: requestsFor(of + path, unused),
    });
    const cell = (way: 'session' | 'key') => {
      const rate = at(measured.map((one) => one[way].perSecond));
      const processor = at(measured.map((one) => one[way].processor));
      return `${Math.round(rate)}/s, ${processor.toFixed(2)} ms`;
    };
    const ratios = measured.map(({ session, key }) => key.perSecond / session.perSecond);
    const [middle, low, high] = [0.5, 0.25, 0.75].map((share) => at(ratios, share).toFixed(2));
    const work = at(measured.map(({ session, key }) => session.processor / key.processor));
    console.log(
      `| ${name} | ${cell('session')} | ${cell('key')} | ${middle} (${low} to ${high}) | ${work.toFixed(2)} |`,
    );
  }
  for (const connection of connections) connection.close();
  console.log(
    `\nMedians of ${rounds} rounds of ${seconds} s for each way. Load of the machine in the last 5 minutes: ${loadavg()[1]?.toFixed(1)}.`,
  );
} finally {
  await server.stop();
}

/** The keys of each member, which were used from this machine before. */
async function createKeys(
  databaseUrl: string,
  { id }: FilledWorkspace,
  scopes: readonly Scope[],
): Promise<string[][]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ user_id: string }>(
      'select user_id from memberships where workspace_id = $1 order by user_id',
      [id],
    );
    const keys: string[][] = [];
    for (const { user_id } of rows) {
      const own = Array.from({ length: keysPerMember }, createApiKey);
      for (const key of own) {
        await client.query(
          `insert into api_keys (user_id, name, token_hash, start, scopes, expires_at, last_used_at, networks)
          values ($1, 'A key', $2, $3, $4, now() + interval '1 day', now(), '{127.0.0.1}')`,
          [user_id, hashToken(key), startOfKey(key), scopes],
        );
      }
      keys.push(own);
    }
    return keys;
  } finally {
    await client.end();
  }
}

/** Follows the accounts to the end. */
async function lastCursor(of: string, token: string): Promise<string> {
  let since = '';
  for (;;) {
    const response = await fetch(`${server.url}${of}/changes/accounts?limit=200${since}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data: { cursor: string; hasMore: boolean } };
    const cursor = encodeURIComponent(data.cursor);
    if (!data.hasMore) return cursor;
    since = `&since=${cursor}`;
  }
}

/** The requests of a member, one for each token, and how many were sent. */
interface Member {
  requests: readonly string[];
  sent: number;
}

function requestsFor(path: string, tokens: readonly (readonly string[])[]): Member[] {
  const url = new URL(server.url);
  return tokens.map((own) => ({
    requests: own.map((token) => requestOf(path, url, token)),
    sent: 0,
  }));
}

interface Measured {
  perSecond: number;
  /** Milliseconds of the server and PostgreSQL for each request. */
  processor: number;
}

/** Measures both ways in each round, in the other order in every second one. */
async function measureInTurns<Way extends string>(
  connections: readonly BenchConnection[],
  ways: Readonly<Record<Way, readonly Member[]>>,
): Promise<Record<Way, Measured>[]> {
  const names = Object.keys(ways) as Way[];
  const measured: Record<Way, Measured>[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const found = {} as Record<Way, Measured>;
    for (const way of round % 2 === 0 ? names : names.toReversed()) {
      found[way] = await measure(connections, ways[way]);
    }
    // The first one warms up.
    if (round >= 0) measured.push(found);
  }
  return measured;
}

async function measure(
  connections: readonly BenchConnection[],
  members: readonly Member[],
): Promise<Measured> {
  let answered = 0;
  const work = async (lane: number) => {
    const member = members[lane % members.length];
    if (member === undefined) return;
    const token = Math.floor(member.sent / requestsPerKey) % member.requests.length;
    member.sent += 1;
    await connections[lane]?.request(member.requests[token] ?? '');
    answered += 1;
  };
  const processes = family(process.pid).filter((pid) => pid !== process.pid);
  const before = processorTime(processes);
  const { perSecond } = await measureRate(work, { lanes, seconds });
  const processor = ((processorTime(processes) - before) * 1_000) / answered;
  return { perSecond, processor };
}

/** The median, or the value below which another share of them is. */
function at(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
