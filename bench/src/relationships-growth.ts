import { parseArgs } from 'node:util';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import pg from 'pg';
import { refreshDueRelationships } from '../../apps/server/src/modules/relationships/refresh-due-relationships.ts';
import { createDatabase } from '../../apps/server/src/platform/database/create-database.ts';
import { fillWorkspace } from './accounts/fill-workspace.ts';
import { measureRequests } from './accounts/measure-requests.ts';
import { startBenchServer } from './accounts/start-bench-server.ts';
import { measureCapture } from './scale/measure-capture.ts';

/**
 * Measures what relationships cost beside so many published activities of 10,000 accounts: what
 * their tables take on the disk, how fast the list is when sorted by strength beside sorted by
 * name, which part of a capture is spent on them, and how long it takes to count an account's days
 * again. The days in touch are filled in by SQL, 0.9 for each activity, as many as the archives of
 * docs/decisions/relationships.md have; the capture and the counting are the product's.
 */
const { values } = parseArgs({ options: { activities: { type: 'string', default: '10000000' } } });
const activities = Number(values.activities);
const accounts = 10_000;
const perAccount = Math.round((0.9 * activities) / accounts);

const server = await startBenchServer();
try {
  const workspace = await fillWorkspace(server.databaseUrl, { accounts, activities });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  // Ended by the database, after a failure.
  client.on('error', () => {});
  await client.connect();
  const started = performance.now();
  await fillTies(client, workspace.id);
  const { rows: sizes } = await client.query(
    `select pg_size_pretty(pg_total_relation_size('account_activities')) as activities,
      pg_size_pretty(pg_total_relation_size('tie_days')) as "tieDays",
      pg_size_pretty(pg_total_relation_size('ties')) as ties,
      pg_size_pretty(pg_total_relation_size('contacts')) as contacts,
      pg_total_relation_size('tie_days') / (select count(*) from tie_days) as "bytesPerDay"`,
  );
  const { rows: whole } = await client.query(
    'select pg_size_pretty(pg_database_size(current_database())) as "allTables"',
  );
  console.log({ activities, filledIn: seconds(started), ...sizes[0], ...whole[0] });

  for (let round = 1; round <= 5; round += 1) {
    const rateOf = async (sort: string) => {
      const query = `includeTimeline=true&includeRelationships=true&limit=60&order=DESC&sort=${sort}`;
      const path = `/api/workspaces/${workspace.id}/accounts?${query}`;
      const load = { lanes: 20, seconds: 3 };
      return (await measureRequests(server.url, { path, tokens: workspace.tokens }, load))
        .perSecond;
    };
    const [name, strength] = [await rateOf('name'), await rateOf('strength')];
    const share = (strength / name).toFixed(2);
    console.log({ round, name: Math.round(name), strength: Math.round(strength), share });
  }
  const quiet = await measureQuietPeople(server.url, workspace);
  console.log({ quietPeople: quiet });

  const watch = watchStatements();
  const beganCapture = performance.now();
  const rate = await measureCapture(server.databaseUrl, [workspace], {
    observe: (db) => db.withPlugin(watch.plugin),
  });
  const milliseconds = performance.now() - beganCapture;
  console.log({
    capturedPerSecond: Math.round(rate),
    ofWhichRelationships: `${Math.round((100 * watch.milliseconds()) / milliseconds)} %`,
  });

  await client.query(
    `update account_relationships set due_at = '-infinity'
    where workspace_id = $1 and account_id = (
      select id from workspace_accounts where workspace_id = $1 and domain = 'captured-lately.com')`,
    [workspace.id],
  );
  const db = createDatabase({ url: server.databaseUrl, poolSize: 2, onLostConnection: () => {} });
  const beganCount = performance.now();
  await refreshDueRelationships(db);
  console.log({ countedAgain: '4,000 activities', in: seconds(beganCount) });
  await db.destroy();
  await client.end();
} finally {
  await server.stop();
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}

/** Twenty contacts for each account, each in touch with four colleagues, in weeks before today. */
async function fillTies(client: pg.Client, workspaceId: string): Promise<void> {
  await client.query(
    `insert into contacts (workspace_id, account_id, id, address, person_id, is_automated)
    select $1, account.id, md5(account.id::text || n)::uuid, 'p' || n || '@' || account.domain,
      md5(account.id::text || n)::uuid, false
    from workspace_accounts account cross join generate_series(0, 19) n
    where account.workspace_id = $1`,
    [workspaceId],
  );
  await client.query(
    `insert into tie_days (workspace_id, account_id, contact_id, user_id, day, addresses, by_us, by_them)
    select $1, account.id, md5(account.id::text || n % 20)::uuid,
      member.ids[1 + (account.k + n / 20 % 4) % cardinality(member.ids)],
      current_date - ((n / 80) * 7 + n % 7)::integer, 1 + n % 5, n % 2 = 0, n % 2 = 1
    from (select id, row_number() over () as k from workspace_accounts where workspace_id = $1) account
    cross join (select array_agg(user_id) as ids from memberships where workspace_id = $1) member
    cross join generate_series(0, $2::integer - 1) n
    on conflict do nothing`,
    [workspaceId, perAccount],
  );
  await client.query(
    `insert into ties (workspace_id, account_id, person_id, user_id, key, last_day)
    select workspace_id, account_id, contact_id, user_id,
      sum(2 ^ ((day - date '2020-01-01') / 42.0::float8) / addresses), max(day)
    from tie_days group by workspace_id, account_id, contact_id, user_id`,
  );
  await client.query(
    `insert into account_relationships as stored (workspace_id, account_id, key, best_key, last_day)
    select workspace_id, account_id, sum(key), max(key), max(last_day)
    from ties group by workspace_id, account_id
    on conflict (workspace_id, account_id) do update
      set (key, best_key, last_day) = (excluded.key, excluded.best_key, excluded.last_day)`,
  );
  // As the migration fills it.
  const started = performance.now();
  await client.query(
    `insert into quiet_candidates (workspace_id, account_id, person_id, last_day, days_before)
    select workspace_id, account_id, person_id, last_day, count(distinct day)
    from (
      select contact.workspace_id, contact.account_id, contact.person_id, touch.day,
        max(touch.day) over (
          partition by contact.workspace_id, contact.account_id, contact.person_id) as last_day
      from contacts contact
      join tie_days touch
        on touch.workspace_id = contact.workspace_id and touch.account_id = contact.account_id
          and touch.contact_id = contact.id
      where contact.is_shown
    ) dated
    where day > last_day - 84
    group by workspace_id, account_id, person_id, last_day
    having count(distinct day) >= 6`,
  );
  console.log({ quietCandidates: seconds(started) });
  // A tenth of all people had their last contact seven weeks ago or earlier.
  await client.query(
    `update quiet_candidates set last_day = current_date - 49 - (random() * 130)::integer
    where random() < 0.1`,
  );
  await client.query('vacuum analyze');
}

/** Measures the first and a later page of the people who are going quiet, and counts them. */
async function measureQuietPeople(url: string, { id, token }: { id: string; token: string }) {
  const read = async (offset: number) => {
    const started = performance.now();
    const response = await fetch(`${url}/api/workspaces/${id}/quiet-people?offset=${offset}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data: { total: number } };
    return { total: data.total, milliseconds: Math.round(performance.now() - started) };
  };
  await read(0);
  return { first: await read(0), later: await read(5_000) };
}

/** Adds up how long the statements take that read or write who is in touch. */
function watchStatements() {
  const begun = new Map<object, number>();
  let total = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (isOfRelationships(node)) begun.set(queryId, performance.now());
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      const at = begun.get(queryId);
      if (at !== undefined) total += performance.now() - at;
      return result;
    },
  };
  return { plugin, milliseconds: () => total };
}

function isOfRelationships(node: RootOperationNode): boolean {
  return /\b(tie_days|ties|contacts|account_relationships|quiet_candidates)\b/.test(
    JSON.stringify(node),
  );
}
