import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';

/** Activities per statement. */
const chunkSize = 100_000;

/**
 * Stores captured and published emails, in an account of their own, that nothing changes any more;
 * writes the rows by SQL into the tables of the version before the upgrade.
 */
export async function fillAtRest(db: Database, count: number): Promise<void> {
  const { rows } = await sql<{ owner: string; domain: string; workspace: string; account: string }>`
    with owner as (
      insert into users (email, name) values ('rest@example.org', 'Rest') returning id
    ), organization as (
      insert into organizations (name, slug) values ('Rest', 'rest') returning id
    ), workspace as (
      insert into workspaces (organization_id, name, slug)
      select id, 'Rest', 'rest' from organization returning id
    ), membership as (
      insert into memberships (workspace_id, user_id, role)
      select workspace.id, owner.id, 'owner' from workspace, owner
    ), domain as (
      insert into domains (owner_id, domain, source)
      select id, 'rest.example', 'manual' from owner returning id
    ), account as (
      insert into workspace_accounts (workspace_id, domain, name, created_by)
      select workspace.id, 'rest.example', 'Rest', owner.id from workspace, owner returning id
    )
    select owner.id as owner, domain.id as domain, workspace.id as workspace, account.id as account
    from owner, domain, workspace, account`.execute(db);
  const [ids] = rows;
  if (ids === undefined) throw new Error('Nobody was created for the activities at rest.');
  const { owner, domain, workspace, account } = ids;
  await sql`
    insert into domain_shares (domain_id, workspace_id, account_id)
    values (${domain}, ${workspace}, ${account})`.execute(db);
  for (let from = 0; from < count; from += chunkSize) {
    const until = Math.min(count, from + chunkSize);
    await sql`
      with captured as (
        insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
          occurred_at, title, summary, participants, text_body)
        select ${owner}, 'rest', 'rest@example.org', n::text, md5('rest ' || n)::uuid, 'email',
          now() - n * interval '84 days' / ${count}::integer, 'Matter ' || n,
          repeat('A summary. ', 12), '[]', repeat(md5(n::text) || ' text ', 10)
        from generate_series(${from + 1}::integer, ${until}::integer) n
        returning *
      ), linked as (
        insert into captured_activity_domains (domain_id, activity_key, captured_id, side)
        select ${domain}, activity_key, id, 'external' from captured
      ), published as (
        insert into account_activities (workspace_id, account_id, id, activity_key, captured_id,
          owner_id, type, occurred_at, day, side, title, summary, participants)
        select ${workspace}, ${account}, published_id(${account}, activity_key), activity_key, id,
          owner_id, type, occurred_at, day, 'external', title, summary, participants
        from captured returning *
      ), refs as (
        insert into account_message_refs (account_id, ref, activity_id)
        select account_id, activity_key, id from published
      )
      insert into account_activity_contributors (workspace_id, account_id, activity_id, user_id,
        captured_id)
      select workspace_id, account_id, id, owner_id, captured_id from published`.execute(db);
  }
  await sql`
    insert into account_contributors (workspace_id, account_id, user_id)
    values (${workspace}, ${account}, ${owner})`.execute(db);
  await sql`
    insert into account_days (workspace_id, account_id, day, internal, external, total)
    select workspace_id, account_id, day, 0, count(*), count(*) from account_activities
    where workspace_id = ${workspace} group by workspace_id, account_id, day`.execute(db);
  // As autovacuum leaves a database that is at rest, so that it does not work beside the migration.
  await sql`vacuum analyze`.execute(db);
}
