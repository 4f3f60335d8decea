import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { refreshRelationships } from '../../relationships/refresh-relationships.ts';
import { touchedDays } from './touched-days.ts';
import type { ChangedDay, Touched } from './change.ts';
import { groupMails } from './group-mails.ts';
import { lockAccounts } from './lock-accounts.ts';
import {
  accountsWith,
  capturedContent,
  writeActivities,
  writeContributors,
  writeReferences,
  isUnpublished,
} from './published-rows.ts';
import { refreshContributors } from './refresh-contributors.ts';
import { refreshDays } from './refresh-days.ts';
import { summarizeAccounts } from './summarize-accounts.ts';

/** That a domain was shared with an account, or revoked from it. */
export interface ChangedShare {
  domainId: string;
  accountId: string;
}

/** For sorting and joining in this transaction, so that a hundred thousand rows need no files. */
const workMemory = '64MB';

/**
 * Brings up to date everything that is captured of some tracked domains, each in the account that
 * it was shared with or revoked from: what `refreshPublished` does for a page of activities, for
 * all of a domain at once. That may be a hundred thousand; they stay in the database, in temporary
 * tables whose size the planner knows.
 *
 * Belongs into the transaction that made the change; holds the accounts until its end.
 */
export async function publishDomains(
  tx: Connection,
  shares: readonly ChangedShare[],
  now = new Date(),
): Promise<void> {
  if (shares.length === 0) return;
  const accountIds = [...new Set(shares.map(({ accountId }) => accountId))];
  await lockAccounts(tx, accountIds);
  await sql`select set_config('work_mem', ${workMemory}, true)`.execute(tx);
  await collectDue(tx, shares, accountIds);
  await sql`
    with due as not materialized (select * from publish_due), ${writeReferences}, ${writeContributors}
    select`.execute(tx);
  await groupMails(tx);
  const changes = await putDue(tx);
  await refreshDays(tx, changes);
  const present = await sql<Touched>`
    select distinct account_id as "accountId", activity_key as "activityKey"
    from publish_due`.execute(tx);
  await refreshRelationships(tx, await touchedDays(tx, present.rows, changes), now);
  await sql`
    update account_activities published set thread_id = grouped.thread_id
    from publish_threads grouped
    where published.workspace_id = grouped.workspace_id and published.id = grouped.id
      and published.thread_id is distinct from grouped.thread_id`.execute(tx);
  await sql`drop table publish_due, publish_threads`.execute(tx);
  await refreshContributors(tx, accountIds);
  await summarizeAccounts(tx, accountIds, now);
}

/** Makes `publish_due`: the activities as `published-rows.ts` wants them, but for their threads. */
async function collectDue(
  tx: Connection,
  shares: readonly ChangedShare[],
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    create temporary table publish_due on commit drop as
    with ${accountsWith(accountIds)},
    named as (
      select distinct given.account_id, link.activity_key
      from unnest(
        ${shares.map(({ accountId }) => accountId)}::uuid[],
        ${shares.map(({ domainId }) => domainId)}::uuid[]
      ) as given(account_id, domain_id)
      join captured_activity_domains link on link.domain_id = given.domain_id
    ),
    copies as (
      select account.id as account_id, link.activity_key, link.captured_id, link.side, shared.owner_id
      from accounts account, unnest(account.domain_ids, account.owner_ids) as shared(domain_id, owner_id)
      join captured_activity_domains link
        on link.domain_id = shared.domain_id and not link.by_bcc_only
    ),
    collected as (
      select
        -- Not a join: the planner would take it for one that leaves next to nothing.
        (select workspace_id from accounts where accounts.id = named.account_id) as workspace_id,
        named.account_id, published_id(named.account_id, named.activity_key) as id,
        named.activity_key,
        coalesce(array_agg(captured_id order by captured_id) filter (where captured_id is not null),
          '{}') as captured_ids,
        array_agg(owner_id order by captured_id) filter (where captured_id is not null) as owner_ids,
        (array_agg(side order by captured_id))[1] as side
      from named left join copies
        on copies.account_id = named.account_id and copies.activity_key = named.activity_key
      group by named.account_id, named.activity_key
    )
    select
      collected.workspace_id, collected.account_id, collected.id, collected.activity_key,
      captured.id is not null
        and ${isUnpublished(sql`collected.workspace_id`, sql`collected.id`)} as is_new,
      collected.captured_ids, collected.owner_ids, captured.id as captured_id,
      collected.owner_ids[1] as owner_id, collected.side, ${capturedContent}
    from collected left join captured_activities captured on captured.id = collected.captured_ids[1]
    -- As they are read later: what stands together on a page of the feed lies together on the disk.
    order by captured.occurred_at`.execute(tx);
  // What the planner has to know of; the texts would take most of the time.
  await sql`analyze publish_due (workspace_id, account_id, id, type, captured_id)`.execute(tx);
}

/**
 * Inserts, updates and deletes the published rows; returns the days on which something changed.
 */
async function putDue(tx: Connection): Promise<ChangedDay[]> {
  const { rows } = await sql<ChangedDay>`
    with due as not materialized (
      select publish_due.*, grouped.thread_id
      from publish_due left join publish_threads grouped using (workspace_id, id)
    ),
    ${writeActivities}
    select distinct account_id as "accountId", day, old_day as "oldDay" from changed`.execute(tx);
  return rows;
}
