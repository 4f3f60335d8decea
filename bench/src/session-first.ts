import pg from 'pg';
import { sql } from 'kysely';
import {
  visibleAccounts,
  visibleWorkspaces,
} from '../../apps/server/src/modules/auth/visible-accounts.ts';
import { hashToken } from '../../apps/server/src/platform/secrets/token.ts';
import { type BareQuery, compiler, ownQuery } from './accounts/bare-queries.ts';
import { type FilledWorkspace, fillWorkspace } from './accounts/fill-workspace.ts';
import { findSomeAccount } from './accounts/find-some-account.ts';
import { measureRate } from './accounts/measure-rate.ts';
import { startThrowawayPostgres } from './start-throwaway-postgres.ts';

/**
 * Measures what it costs to read the session before the rows, as a distributed database needs it
 * (docs/decisions/session-with-the-rows.md): the statement that does both, two statements one after
 * the other, and the two sent at once (pipelining). Over bare connections, in turns, so that what
 * else the machine does strikes all alike.
 */
const rounds = 5;
const limit = 60;

interface Way {
  name: string;
  pipelined: boolean;
  queries: BareQuery[];
}

const compile = (name: string, query: ReturnType<typeof sql>): BareQuery => {
  const { sql: text, parameters } = query.compile(compiler);
  return { name, text, values: [...parameters] };
};

/** The list, with the session's check in it and without. */
function listWays(workspace: FilledWorkspace): Way[] {
  const both = ownQuery(workspace, limit);
  const tokenHash = hashToken(workspace.token);
  const { text: check } = compile('', visibleWorkspaces({ tokenHash: sql`${tokenHash}` }));
  // Its parameter stays, so that the others keep their numbers.
  const text = both.text.replace(
    check,
    `(select '${workspace.id}'::uuid as workspace_id where $1::bytea is not null)`,
  );
  if (text === both.text) throw new Error('The list does not contain the check.');
  const session = compile(
    'membership',
    sql`select from ${visibleWorkspaces({ tokenHash: sql`${tokenHash}` })} visible
      where workspace_id = ${workspace.id}`,
  );
  return waysOf(both, session, { ...both, name: 'rows', text });
}

/** One account, whose workspace the address does not name: it is one of those of the session. */
function accountWays(workspace: FilledWorkspace, accountId: string): Way[] {
  const tokenHash = hashToken(workspace.token);
  const columns = sql`account.id, account.workspace_id, account.name, account.domain,
    account.created_at, account.activity_count, account.creator_name, account.note`;
  const both = compile(
    'account',
    sql`select ${columns} from ${visibleAccounts({ tokenHash: sql`${tokenHash}` })} account
      where account.id = ${accountId}`,
  );
  const session = compile(
    'workspaces',
    sql`select workspace_id from ${visibleWorkspaces({ tokenHash: sql`${tokenHash}` })} visible`,
  );
  const rows = compile(
    'account rows',
    sql`select ${columns} from workspace_accounts account
      where workspace_id = any(${[workspace.id]}::uuid[]) and id = ${accountId}
        and deleted_at is null`,
  );
  // What the second one asks for is what the first one returns: the two cannot be sent at once.
  return waysOf(both, session, rows).slice(0, 2);
}

const waysOf = (both: BareQuery, session: BareQuery, rows: BareQuery): Way[] => [
  { name: 'one statement', pipelined: false, queries: [both] },
  { name: 'session first', pipelined: false, queries: [session, rows] },
  { name: 'sent at once', pipelined: true, queries: [session, rows] },
];

async function ratesOf(url: string, { queries, pipelined }: Way, lanes: number): Promise<number> {
  const config = { connectionString: url, pipeline: pipelined };
  const clients = Array.from({ length: lanes }, () => new pg.Client(config));
  await Promise.all(clients.map((client) => client.connect()));
  const work = async (lane: number) => {
    const client = clients[lane];
    if (client === undefined) return;
    if (pipelined) await Promise.all(queries.map((query) => client.query(query)));
    else for (const query of queries) await client.query(query);
  };
  await measureRate(work, { lanes, seconds: 0.5 });
  const { perSecond } = await measureRate(work, { lanes, seconds: 1.5 });
  await Promise.all(clients.map((client) => client.end()));
  return perSecond;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const postgres = await startThrowawayPostgres();
try {
  const workspace = await fillWorkspace(postgres.url, { accounts: 10_000, activities: 100_000 });
  const account = await findSomeAccount(postgres.url, workspace);
  // Fails if nothing is found, which would be fast.
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const subjects = { list: listWays(workspace), 'one account': accountWays(workspace, account) };
  for (const { queries } of Object.values(subjects).flat()) {
    for (const query of queries) {
      const { rowCount } = await client.query(query);
      if (rowCount !== 1) throw new Error(`${query.name} returned ${rowCount} rows`);
    }
  }
  await client.end();
  console.log('| | connections | way | a second | ratio |\n|---|---|---|---|---|');
  for (const [subject, ways] of Object.entries(subjects)) {
    for (const lanes of [1, 20]) {
      const rates: number[][] = ways.map(() => []);
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, way] of ways.entries()) {
          rates[index]?.push(await ratesOf(postgres.url, way, lanes));
        }
      }
      for (const [index, { name }] of ways.entries()) {
        const own = rates[index] ?? [];
        const ratio = median(own.map((rate, round) => rate / (rates[0]?.[round] ?? Number.NaN)));
        console.log(
          `| ${subject} | ${lanes} | ${name} | ${median(own).toFixed(0)} | ${ratio.toFixed(2)} |`,
        );
      }
    }
  }
} finally {
  await postgres.stop();
}
