import { Client } from 'pg';

/** About 20 kB of text for each email, half of which a compression saves. */
const fill = (emails: number) => `
  insert into organizations (id, name, slug) values (uuidv7(), 'Large', 'large');
  insert into workspaces (id, organization_id, name, slug)
  select uuidv7(), id, 'Large', 'large' from organizations;
  insert into users (email, name) select 'user' || number || '@large.example', 'User ' || number
  from generate_series(1, 4) number;
  insert into memberships (workspace_id, user_id, role)
  select workspaces.id, users.id, 'owner' from workspaces, users;
  insert into domains (id, owner_id, domain, source)
  select uuidv7(), id, 'acme.com', 'manual' from users;
  insert into workspace_accounts (workspace_id, domain, name) select id, 'acme.com', 'Acme' from workspaces;
  insert into domain_shares (owner_id, domain_id, workspace_id, account_id, level)
  select owner_id, domains.id, workspace_id, workspace_accounts.id, 2 from domains, workspace_accounts;
  insert into captured_activities (id, owner_id, provider, source, external_id, activity_key, type,
    occurred_at, title, summary, participants, html_body, metadata, thread_refs)
  select uuidv7(), users.id, 'gmail', email, number::text, uuidv7(), 'email', now() - number * interval '1 minute',
    'Email ' || number, '', '[]', texts.body, '{}', '{}'
  from generate_series(1, ${emails}) number
  join (select row_number() over (order by id) - 1 as place, * from users) users on number % 4 = place
  cross join lateral (
    select string_agg(md5(number::text || part::text || random()::text), '') as body
    from generate_series(1, 600) part where number > 0
  ) texts;
  insert into captured_activity_domains (owner_id, domain_id, activity_key, captured_id, side)
  select captured_activities.owner_id, domains.id, activity_key, captured_activities.id, 'external'
  from captured_activities join domains using (owner_id);
  analyze;`;

/** Fills a database with one workspace whose members captured so many emails. */
export async function fillLargeWorkspace(url: string, emails: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(fill(emails)).finally(() => client.end());
}
