import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { MadePerson } from '../test-makers.ts';
import type { WorldSize } from './world-size.ts';

interface Filled {
  workspaceId: string;
  ann: MadePerson;
  size: WorldSize;
}

/**
 * Fills what is listed beside accounts and emails up to its limits: members, views, failed items and so on.
 *
 * @returns the id of the mailbox.
 */
export async function fillLists(db: Database, { workspaceId, ann, size }: Filled): Promise<string> {
  await sql`
    with person as (
      insert into users (email, name)
      select 'member' || n || '@costs.example', 'Member ' || n
      from generate_series(1, ${size.members}::integer) n returning id
    )
    insert into memberships (workspace_id, user_id, role)
    select ${workspaceId}, id, 'member' from person`.execute(db);
  // Each of these owns accounts, and created some.
  await sql`
    with member as (
      select user_id, row_number() over (order by user_id) - 1 as number
      from memberships where workspace_id = ${workspaceId}
    ), account as (
      select id, row_number() over (order by id) % ${size.members + 1}::integer as number
      from workspace_accounts where workspace_id = ${workspaceId}
    )
    update workspace_accounts set account_owner_id = member.user_id, created_by = member.user_id,
      note = repeat('A note. ', 60)
    from account join member using (number)
    where workspace_accounts.workspace_id = ${workspaceId} and workspace_accounts.id = account.id`.execute(
    db,
  );
  await sql`
    insert into sessions (user_id, token_hash)
    select ${ann.id}, sha256(n::text::bytea)
    from generate_series(1, ${limits.sessionsPerUser - 1}::integer) n`.execute(db);
  await sql`
    insert into saved_views (workspace_id, owner_id, name, is_shared, state)
    select ${workspaceId}, ${ann.id}, 'View ' || n, n > ${limits.viewsPerUser}::integer,
      jsonb_build_object('filters', jsonb_build_object('search', repeat('x', 200)),
        'widths', jsonb_build_object('name', 200))
    from generate_series(1, ${limits.viewsPerUser + limits.sharedViews}::integer) n`.execute(db);
  await fillTags(db, workspaceId);
  await sql`
    insert into deleted_accounts (account_id, workspace_id, domain, name, created_at, deleted_by)
    select uuidv7(), ${workspaceId}, 'deleted' || n || '.example', 'Deleted ' || n, now(), ${ann.id}
    from generate_series(1, ${limits.deletedAccounts}::integer) n`.execute(db);
  await sql`
    insert into audit_entries (action, actor_id, actor_name, scope, after)
    select 'account.imported', ${ann.id}, ${ann.name}, 'one/two', '{"accounts":3}'
    from generate_series(1, ${size.members * 20}::integer)`.execute(db);
  await fillPrivate(db, ann, size);
  await fillWebhooks(db, { workspaceId, ann });
  return fillIntegration(db, ann, size);
}

/** As many tags as there can be, and one on each account; for more, see docs/decisions/tags.md. */
async function fillTags(db: Database, workspaceId: string): Promise<void> {
  await sql`
    insert into tags (workspace_id, name, folded_name, color)
    select ${workspaceId}, 'Tag ' || n, 'tag ' || n, 'blue'
    from generate_series(1, ${limits.tagsPerWorkspace}::integer) n`.execute(db);
  await sql`
    with tag as (
      select id, row_number() over (order by id) as number from tags where workspace_id = ${workspaceId}
    ), account as (
      select id, row_number() over (order by id) as number
      from workspace_accounts where workspace_id = ${workspaceId}
    )
    insert into account_tags (workspace_id, account_id, tag_id)
    select ${workspaceId}, account.id, tag.id
    from account join tag on account.number % 200 = tag.number % 200`.execute(db);
}

/** More private meetings and conversations than are listed, with the longest titles. */
async function fillPrivate(db: Database, ann: MadePerson, size: WorldSize): Promise<void> {
  await sql`
    with kept as (
      insert into captured_activities (owner_id, provider, source, external_id, activity_key, type,
        occurred_at, title, summary, participants, is_private, private_conversation_id)
      select ${ann.id}, 'calendar', 'ann@costs.example', 'kept ' || n, uuidv7(), 'calendar',
        now() - n * interval '1 hour', repeat('界', 1000), '', '[]', true,
        case when n % 2 = 0 then uuidv7() end
      from generate_series(1, ${2 * size.accounts}::integer) n
      returning owner_id, activity_key, private_conversation_id
    )
    insert into private_refs (owner_id, ref, conversation_id)
    select owner_id, activity_key, private_conversation_id from kept
    where private_conversation_id is not null`.execute(db);
}

/** A mailbox with failed items, and what was discovered in it. */
async function fillIntegration(db: Database, ann: MadePerson, size: WorldSize): Promise<string> {
  const { id } = await db
    .insertInto('integrations')
    .values({
      owner_id: ann.id,
      provider: 'gmail',
      source: ann.email,
      // What says that it is connected; nothing is read with it.
      credentials: Buffer.from('sealed'),
      credentials_key_id: 'absent',
      cursor: '{}',
      // Read just now for as long as the test takes.
      last_synced_at: new Date(Date.now() + 3_600_000),
      due_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into failed_items (owner_id, integration_id, external_id, reason)
    select ${ann.id}, ${id}, 'item ' || n, repeat('Cannot be read. ', 10)
    from generate_series(1, ${limits.failedItems}::integer) n`.execute(db);
  await sql`
    insert into discovered_days (owner_id, provider, domain, day, mails)
    select ${ann.id}, 'gmail', 'found' || n || '.example', current_date - 1, n % 50 + 1
    from generate_series(1, ${size.accounts}::integer) n`.execute(db);
  await sql`
    insert into discovered_samples (owner_id, domain, names, emails, last_seen)
    select ${ann.id}, 'found' || n || '.example', array['One', 'Two', 'Three'],
      array['one@found.example', 'two@found.example', 'three@found.example'], current_date
    from generate_series(1, ${size.accounts}::integer) n`.execute(db);
  return id;
}

/**
 * As many webhooks as there can be; the first one's receiver has been away for days. Its id is that of the
 * workspace.
 */
async function fillWebhooks(
  db: Database,
  { workspaceId, ann }: Pick<Filled, 'workspaceId' | 'ann'>,
): Promise<void> {
  await sql`
    insert into webhooks (workspace_id, id, user_id, name, url, format, level, events, secret,
      secret_key_id, position)
    select ${workspaceId}::uuid, case when n = 1 then ${workspaceId}::uuid else uuidv7() end, ${ann.id},
      'Webhook ' || n, 'https://receiver.example/' || repeat('x', 900), 'events', 0,
      array['account.changed'], 'secret', 'k', 0
    from generate_series(1, ${limits.webhooksPerWorkspace}::integer) n`.execute(db);
  await sql`
    insert into webhook_deliveries (workspace_id, webhook_id, event, subject, created_at, attempts, problem)
    select ${workspaceId}::uuid, ${workspaceId}::uuid, 'account.changed', '{}',
      now() - make_interval(secs => n), 9, 'The receiver answered 500'
    from generate_series(1, 21000) n`.execute(db);
}
