import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import {
  findMatches,
  type MatchesRequest,
} from '../../apps/server/src/modules/activities/search/find-matches.ts';
import { searchActivities } from '../../apps/server/src/modules/activities/search/search-activities.ts';
import {
  parseSearch,
  toTsquery,
} from '../../apps/server/src/modules/activities/search/search-query.ts';
import {
  createDatabase,
  type Database,
} from '../../apps/server/src/platform/database/create-database.ts';
import {
  buildIndexes,
  fillWords,
  publishFound,
  type SearchedWorkspace,
} from './search/fill-words.ts';
import { measureStoring } from './search/measure-storing.ts';
import { add, at, milliseconds, nothing } from './search/timing.ts';
import { startThrowawayPostgres } from './start-throwaway-postgres.ts';

/**
 * Measures how long the first page of a search takes in one workspace, for words of every
 * frequency; beside it, in the same run, the one statement that finds all matches by the same index
 * and sorts them. A search that is not finished with its first page is then continued, as the browser
 * does, until its page is full. Only what the searches show is in the other tables.
 */
const { values } = parseArgs({
  options: {
    activities: { type: 'string', default: '10000000' },
    days: { type: 'string', default: '84' },
    rounds: { type: 'string', default: '40' },
  },
});
const size = { activities: Number(values.activities), days: Number(values.days) };
const rounds = Number(values.rounds);

const searches: Record<string, string> = {
  'half of all': '"half"',
  'one of 3,000': '"uncommon"',
  '20 of all': '"rare"',
  'in none': '"absent"',
  'two words, one of them in half of all': 'half uncommon',
  'two frequent words, never together': '"half" "other"',
  'two words of medium frequency': '"w40" "w300"',
  'in a half of the older half only': 'colleague',
  'prefix, half of all': 'ha',
  'prefix, many words': 'w',
  'prefix, few words': 'w2999',
  'prefix, one of 3,000': 'uncom',
  'prefix, in none': 'abse',
};

/** The longest that the plain statement is waited for. */
const plainTimeoutMs = 20_000;

/** All that match, found by the index of words, sorted. */
async function searchPlainly(db: Database, workspaceId: string, query: string): Promise<number> {
  const started = performance.now();
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(plainTimeoutMs)}, true),
      set_config('enable_seqscan', 'off', true)`.execute(tx);
    await sql`
      select activity_id, occurred_at from account_activity_words
      where workspace_id = ${workspaceId} and words @@ any(array(
        select replace(${query}, '%', search_bucket(${workspaceId}::uuid, current_date - day))::tsquery
        from generate_series(0, ${size.days}::integer) day))
      order by occurred_at desc, activity_id desc limit 26`.execute(tx);
  });
  return performance.now() - started;
}

/** The times of the statements of all requests until a page is full, or everything is searched. */
async function findToEnd(db: Database, request: MatchesRequest): Promise<number[]> {
  const times: number[] = [];
  let found = 0;
  let before: Date | undefined;
  for (;;) {
    const started = performance.now();
    const part = await db.transaction().execute((tx) =>
      findMatches(tx, {
        ...request,
        ...(before !== undefined && { before: { instant: before, id: undefined } }),
      }),
    );
    times.push(performance.now() - started);
    found += part.matches.length;
    before = part.searchedSince;
    if (before === undefined || found >= limits.searchPageSize) return times;
  }
}

async function measure(db: Database, workspace: SearchedWorkspace) {
  const { id: workspaceId, userId } = workspace;
  const measured = Object.entries(searches).map(([name, q]) => {
    const query = toTsquery(parseSearch(q), { readerId: userId });
    const request = { workspaceId, query };
    const find = () => db.transaction().execute((tx) => findMatches(tx, request));
    const search = () => searchActivities(db, userId, workspaceId, { q });
    return { name, request, find, search, whole: nothing(), statements: nothing() };
  });
  const table: Record<string, Record<string, string>> = {};
  for (const { name, request, find, search } of measured) {
    const { matches } = await find();
    await publishFound(
      db,
      workspace,
      matches.map(({ id }) => id),
    );
    const page = await search();
    const plain = await searchPlainly(db, workspaceId, request.query).catch(() => undefined);
    table[name] = {
      shown: String(page.results.length),
      'all matches, sorted':
        plain === undefined ? `over ${plainTimeoutMs / 1000} s` : milliseconds(plain),
    };
  }
  // In turns, so that what else the machine does slows all of them alike.
  for (let round = 0; round < rounds; round += 1) {
    for (const { find, search, whole, statements } of measured) {
      await add(whole, search);
      await add(statements, find);
    }
  }
  for (const { name, request, whole, statements } of measured) {
    const requests = await findToEnd(db, request);
    Object.assign(table[name] ?? {}, {
      median: milliseconds(at(whole, 0.5)),
      p95: milliseconds(at(whole, 0.95)),
      // With that of PostgreSQL: what it takes on a machine with nothing else to do.
      'processor time': milliseconds(whole.processor / rounds),
      'statements, p95': milliseconds(at(statements, 0.95)),
      'processor time of them': milliseconds(statements.processor / rounds),
      'requests to a full page or the end': String(requests.length),
      'their statements': milliseconds(requests.reduce((sum, one) => sum + one, 0)),
    });
  }
  console.table(table);
  console.log(
    `load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')} after 1, 5, 15 minutes`,
  );
}

async function showSizes(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_relation_size(oid) as bytes from pg_class
    where oid = 'account_activity_words'::regclass
      or oid in (select indexrelid from pg_index where indrelid = 'account_activity_words'::regclass)
    union all
    select 'the words, out of the rows', pg_total_relation_size(reltoastrelid) from pg_class
    where oid = 'account_activity_words'::regclass`.execute(db);
  console.table(
    Object.fromEntries(
      rows.map(({ name, bytes }) => [
        name,
        {
          MiB: (bytes / 1024 ** 2).toFixed(0),
          'bytes an activity': (bytes / size.activities).toFixed(0),
        },
      ]),
    ),
  );
}

const postgres = await startThrowawayPostgres();
try {
  const db = createDatabase({ url: postgres.url, poolSize: 4, onLostConnection: () => {} });
  const started = performance.now();
  const workspace = await fillWords(db, size);
  console.log(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  console.log(`index of words built in ${(await buildIndexes(db)).toFixed(0)} s`);
  await showSizes(db);
  await measure(db, workspace);
  console.table(await measureStoring(db, workspace));
  await db.destroy();
} finally {
  await postgres.stop();
}
