import pg from 'pg';
import { createToken, hashToken } from '../../../apps/server/src/platform/secrets/token.ts';
import { fillReadModelAt } from '../../../apps/server/test/fill-read-model.ts';

export interface FilledAccount {
  id: string;
  /** The path of its page. */
  path: string;
  userId: string;
  token: string;
}

/**
 * An account with so many activities, spread evenly over the last so many days: six of ten are
 * emails in threads of four, the others emails, meetings and calls by themselves, each with six
 * people. The summaries are made as publishing makes them.
 */
export async function fillAccount(
  url: string,
  { activities, days }: { activities: number; days: number },
): Promise<FilledAccount> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const one = async (text: string, values: unknown[]): Promise<string> =>
    (await client.query(text, values)).rows[0]?.id;
  try {
    const slug = `activities-${activities}`;
    const organizationId = await one(
      'insert into organizations (name, slug) values ($1, $1) returning id',
      [slug],
    );
    const workspaceId = await one(
      'insert into workspaces (organization_id, name, slug) values ($1, $2, $2) returning id',
      [organizationId, slug],
    );
    const userId = await one(
      `insert into users (email, name) values ($1, 'Maya Lindqvist') returning id`,
      [`maya@${slug}.example`],
    );
    await client.query(
      `insert into memberships (workspace_id, user_id, role) values ($1, $2, 'owner')`,
      [workspaceId, userId],
    );
    const id = await one(
      `insert into workspace_accounts (workspace_id, domain, name, created_by, activity_count)
      values ($1, 'company.example', 'Company', $2, $3) returning id`,
      [workspaceId, userId, activities],
    );
    await client.query(
      'insert into account_contributors (workspace_id, account_id, user_id) values ($1, $2, $3)',
      [workspaceId, id, userId],
    );
    await client.query(
      `insert into account_activities (workspace_id, account_id, id, activity_key, captured_id,
        owner_id, type, occurred_at, day, side, title, summary, participants, thread_id)
      select $1, $2, published_id($2, md5(n::text)::uuid), md5(n::text)::uuid, md5(n::text)::uuid, $3,
        case when n % 10 < 8 then 'email' when n % 10 = 8 then 'calendar' else 'call' end,
        at, (at at time zone 'America/New_York')::date,
        case when n % 3 = 0 then 'internal' else 'external' end,
        'Re: Order ' || n / 4 || ' and what follows from it',
        repeat('What was written about it, in a few words. ', 1 + n % 4),
        jsonb_build_array(
          jsonb_build_object('name', 'Person ' || n % 50, 'email', 'p' || n % 50 || '@company.example', 'role', 'from'),
          jsonb_build_object('name', '', 'email', 'maya@${slug}.example', 'role', 'to'),
          jsonb_build_object('name', 'Ada Okafor', 'email', 'ada@company.example', 'role', 'to'),
          jsonb_build_object('name', 'Ben Sorensen', 'email', 'ben@company.example', 'role', 'cc'),
          jsonb_build_object('name', 'Cleo', 'email', 'cleo@company.example', 'role', 'cc'),
          jsonb_build_object('name', 'Dan', 'email', 'dan@company.example', 'role', 'cc')),
        case when n % 10 < 6 then md5('thread ' || (n / 40) * 10 + n % 10)::uuid end
      from generate_series(0, $4::int - 1) n
      cross join lateral (
        select now() - n * ($5::float8 / $4::int) * interval '1 day' as at) moment`,
      [workspaceId, id, userId, activities, days],
    );
    await client.query(
      `insert into account_activity_contributors (workspace_id, account_id, activity_id, user_id,
        captured_id)
      select workspace_id, account_id, id, owner_id, captured_id from account_activities
      where account_id = $1`,
      [id],
    );
    await client.query(
      `insert into account_days (workspace_id, account_id, day, internal, external, total)
      select $1, account_id, day, count(*) filter (where side = 'internal'),
        count(*) filter (where side = 'external'), count(*)
      from account_activities where account_id = $2 group by account_id, day`,
      [workspaceId, id],
    );
    await fillReadModelAt(url, workspaceId);
    await client.query('vacuum analyze');
    const token = createToken();
    await client.query('insert into sessions (user_id, token_hash) values ($1, $2)', [
      userId,
      hashToken(token),
    ]);
    return { id, path: `/${slug}/${slug}/accounts/${id}`, userId, token };
  } finally {
    await client.end();
  }
}
