import pg from 'pg';
import type { Client } from 'pg';
import { createToken, hashToken } from '../../../apps/server/src/platform/secrets/token.ts';
import { fillReadModelAt } from '../../../apps/server/test/fill-read-model.ts';

export interface FilledWorkspace {
  id: string;
  path: string;
  userId: string;
  personEmail: string;
  token: string;
  /** The token of one session of each member, since requests of one user take turns. */
  tokens: string[];
}

const memberCount = 20;

const words = {
  first: "array['North','Bright','Harbor','Kestrel','Quiet','Silver','Open','Red','Blue','Iron']",
  second: "array['wind','water','stone','field','bridge','light','forge','leaf','cloud','gate']",
  kind: "array['Foods','Labs','Systems','Partners','Logistics','Energy','Health','Media']",
};
const pick = (list: string, by: string) => `(${list})[1 + (${by}) % array_length(${list}, 1)]`;

const summary = 'Thank you for the offer. We would like to go on with it as we said on the phone.';
const participants = JSON.stringify([
  { name: 'Ann Example', email: 'ann@company1.example', role: 'from' },
  { name: 'Ben Sample', email: 'ben@workspace.example', role: 'to' },
]);

/** What is filled in; the numbers are of each workspace. */
interface Amounts {
  accounts: number;
  activities: number;
}

/**
 * A workspace of twenty members with so many accounts and published activities, spread evenly over
 * the accounts and over the last 84 days. The summaries are made as publishing makes them.
 */
export async function fillWorkspace(url: string, amounts: Amounts): Promise<FilledWorkspace> {
  const [filled] = await fillWorkspaces(url, { ...amounts, workspaces: 1 });
  if (filled === undefined) throw new Error('No workspace was filled.');
  return filled;
}

/** Several such workspaces at once; their activities are indexed once, after those of the last. */
export async function fillWorkspaces(
  url: string,
  { workspaces, ...amounts }: Amounts & { workspaces: number },
): Promise<FilledWorkspace[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const slugs = Array.from({ length: workspaces }, (_, number) =>
      number === 0 ? `size-${amounts.accounts}` : `size-${amounts.accounts}-${number}`,
    );
    const created: { id: string; slug: string }[] = [];
    for (const slug of slugs)
      created.push({ slug, id: await createWorkspace(client, slug, amounts) });
    await withoutIndexes(client, 'account_activities', async () => {
      for (const { id } of created) await fillActivities(client, id, amounts);
    });
    for (const { id } of created) {
      await fillDays(client, id);
      await fillReadModelAt(url, id);
    }
    await client.query('vacuum analyze');
    const filled: FilledWorkspace[] = [];
    for (const { id, slug } of created) filled.push(await openSessions(client, id, slug));
    return filled;
  } finally {
    await client.end();
  }
}

/** The workspace with its members and accounts; returns its id. */
async function createWorkspace(
  client: Client,
  slug: string,
  { accounts, activities }: Amounts,
): Promise<string> {
  const { rows } = await client.query(
    `with organization as (insert into organizations (name, slug) values ($1, $1) returning id)
    insert into workspaces (organization_id, name, slug) select id, $1, $1 from organization
    returning id`,
    [slug],
  );
  const id: string = rows[0].id;
  await client.query(
    `with people as (
      insert into users (email, name)
      select 'person' || n || '@${slug}.example', ${pick(words.first, 'n')} || ' Person ' || n
      from generate_series(1, ${memberCount}) n returning id)
    insert into memberships (workspace_id, user_id, role, getting_started_dismissed_at)
    select $1, id, 'owner', now() from people`,
    [id],
  );
  await client.query(
    `insert into workspace_accounts (workspace_id, domain, name, created_by, created_at,
      activity_count, last_activity_at, last_activity_type, last_activity_title)
    select $1, 'company' || n || '.example',
      ${pick(words.first, '(n * 7919) / 80')} || ${pick(words.second, '(n * 7919) / 8')} || ' ' ||
        ${pick(words.kind, 'n * 7919')} || ' ' || n,
      (select user_id from memberships where workspace_id = $1 order by user_id offset n % ${memberCount} limit 1),
      now() - n * interval '1 minute', $3::int / $2::int, now() - (n % 5000) * interval '17 minutes',
      'email', 'Re: Order ' || n || ' and what follows from it'
    from generate_series(1, $2::int) n`,
    [id, accounts, activities],
  );
  await client.query(
    `insert into account_contributors (workspace_id, account_id, user_id)
    select $1, account.id, member.user_id
    from (select id, row_number() over () as n from workspace_accounts where workspace_id = $1) account
    join (select user_id, row_number() over () as m from memberships where workspace_id = $1) member
      on (account.n + member.m) % ${memberCount} < 1 + account.n % 4`,
    [id],
  );
  return id;
}

async function fillActivities(
  client: Client,
  id: string,
  { accounts, activities }: Amounts,
): Promise<void> {
  await client.query(
    `insert into account_activities (workspace_id, account_id, id, activity_key, captured_id,
      owner_id, type, occurred_at, day, side, title, summary, participants)
    select $1, account.id, gen_random_uuid(), gen_random_uuid(), uuidv7(), account.created_by,
      'email', at, (at at time zone 'America/New_York')::date,
      case when n % 3 = 0 then 'internal' else 'external' end, 'Re: Order ' || n, $3, $4
    from (select id, created_by, row_number() over () as k from workspace_accounts
      where workspace_id = $1) account
    cross join generate_series(1, $2::int) n
    cross join lateral (
      select now() - ((n * 7919 + account.k * 104729) % 120960) * interval '1 minute' as at) moment`,
    [id, Math.round(activities / accounts), summary, participants],
  );
}

async function fillDays(client: Client, id: string): Promise<void> {
  await client.query(
    `insert into account_days (workspace_id, account_id, day, internal, external, total)
    select $1, account_id, day, count(*) filter (where side = 'internal'),
      count(*) filter (where side = 'external'), count(*)
    from account_activities where workspace_id = $1 group by account_id, day`,
    [id],
  );
}

async function openSessions(client: Client, id: string, slug: string): Promise<FilledWorkspace> {
  const { rows: members } = await client.query(
    `select user_id, email from memberships join users on users.id = user_id
    where workspace_id = $1 order by user_id`,
    [id],
  );
  const tokens: string[] = [];
  for (const { user_id } of members) {
    const token = createToken();
    tokens.push(token);
    await client.query('insert into sessions (user_id, token_hash) values ($1, $2)', [
      user_id,
      hashToken(token),
    ]);
  }
  const { user_id: userId, email: personEmail } = members[0];
  const token = tokens[0] ?? '';
  return { id, path: `/${slug}/${slug}/accounts`, userId, personEmail, token, tokens };
}

/**
 * Fills a table without its indexes and constraints, which are made again at the end: of millions
 * of rows that takes a fraction of the time.
 */
async function withoutIndexes(
  client: Client,
  table: string,
  fill: () => Promise<unknown>,
): Promise<void> {
  const constraints = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = $1::regclass and contype in ('p', 'f') order by contype desc`,
    [table],
  );
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = $1::regclass and not indisprimary`,
    [table],
  );
  for (const { name } of constraints.rows) {
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  await fill();
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of indexes.rows) await client.query(definition);
  for (const { name, definition } of constraints.rows) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}
