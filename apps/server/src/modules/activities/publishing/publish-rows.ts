import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import type { Change, Touched } from './change.ts';

/**
 * Makes the rows of some activities what they ought to be: the activities themselves, who
 * contributed them, and what their mails refer to. A new mail is a thread of its own at first.
 *
 * The copies of each activity stand in arrays, and every part begins from the activities and goes
 * by an index from there: the planner cannot know how many there are, and where it may choose how
 * to join two such lists, it compares each with each.
 */
export async function publishRows(tx: Connection, touched: readonly Touched[]): Promise<Change[]> {
  const accountIds = touched.map(({ accountId }) => accountId);
  const { rows } = await sql<Change>`
    with accounts as materialized (
      select account.id, account.workspace_id,
        coalesce(array_agg(domain.id) filter (where domain.id is not null), '{}') as domain_ids,
        array_agg(domain.owner_id) filter (where domain.id is not null) as owner_ids
      from workspace_accounts account
      left join (
        domain_shares share
        join domains domain on domain.id = share.domain_id
        join memberships membership
          on membership.workspace_id = share.workspace_id and membership.user_id = domain.owner_id
      ) on share.account_id = account.id
      where account.id = any(${[...new Set(accountIds)]}::uuid[])
      group by account.id
    ),
    touched as materialized (
      select account.workspace_id, account.id as account_id, given.activity_key,
        published_id(account.id, given.activity_key) as id,
        copies.captured_ids, copies.owner_ids, copies.first_side
      from unnest(
        ${accountIds}::uuid[],
        ${touched.map(({ activityKey }) => activityKey)}::uuid[]
      ) as given(account_id, activity_key)
      join accounts account on account.id = given.account_id
      cross join lateral (
        select coalesce(array_agg(captured_id order by captured_id), '{}') as captured_ids,
          array_agg(
            account.owner_ids[array_position(account.domain_ids, domain_id)] order by captured_id
          ) as owner_ids,
          (array_agg(side order by captured_id))[1] as first_side
        from captured_activity_domains
        where domain_id = any(account.domain_ids) and activity_key = given.activity_key
      ) copies
    ),
    due as materialized (
      select touched.workspace_id, touched.account_id, touched.id, touched.activity_key,
        touched.captured_ids[1] as captured_id, touched.owner_ids[1] as owner_id, captured.type,
        captured.occurred_at, captured.day, touched.first_side as side, captured.title,
        captured.summary, captured.participants, captured.location, captured.start_time,
        captured.end_time, captured.thread_refs
      from touched
      left join captured_activities captured on captured.id = touched.captured_ids[1]
    ),
    put as (
      insert into account_activities as published (
        workspace_id, account_id, id, activity_key, captured_id, owner_id, type, occurred_at, day,
        side, title, summary, participants, location, start_time, end_time, thread_id)
      select workspace_id, account_id, id, activity_key, captured_id, owner_id, type, occurred_at,
        day, side, title, summary, participants, location, start_time, end_time,
        case type when 'email' then id end
      from due where captured_id is not null
      on conflict (workspace_id, id) do update
        set (captured_id, owner_id, occurred_at, day, side, title, summary, participants,
            location, start_time, end_time) =
          (excluded.captured_id, excluded.owner_id, excluded.occurred_at, excluded.day,
            excluded.side, excluded.title, excluded.summary, excluded.participants,
            excluded.location, excluded.start_time, excluded.end_time)
        where (published.captured_id, published.owner_id, published.occurred_at, published.side,
            published.title, published.summary, published.participants, published.location,
            published.start_time, published.end_time)
          is distinct from
          (excluded.captured_id, excluded.owner_id, excluded.occurred_at, excluded.side,
            excluded.title, excluded.summary, excluded.participants, excluded.location,
            excluded.start_time, excluded.end_time)
      returning new.account_id, new.id, new.type, new.day, old.day as old_day, old.thread_id
    ),
    gone as (
      delete from account_activities published using due
      where published.workspace_id = due.workspace_id and published.id = due.id
        and due.captured_id is null
      returning published.account_id, published.id, published.type, null::date,
        published.day, published.thread_id
    ),
    contributed as (
      insert into account_activity_contributors (
        workspace_id, account_id, activity_id, user_id, captured_id)
      select workspace_id, account_id, id, owner_id, captured_id
      from touched, unnest(touched.owner_ids, touched.captured_ids) as copy(owner_id, captured_id)
      on conflict do nothing
    ),
    withdrawn as (
      delete from account_activity_contributors contributor using touched
      where contributor.workspace_id = touched.workspace_id
        and contributor.activity_id = touched.id
        and contributor.captured_id <> all(touched.captured_ids)
    ),
    referred as (
      insert into account_message_refs (account_id, ref, activity_id)
      select due.account_id, ref, due.id from due, unnest(due.thread_refs) as ref
      on conflict do nothing
      returning account_id, activity_id
    ),
    forgotten as (
      delete from account_message_refs message using due
      where message.account_id = due.account_id and message.activity_id = due.id
        and message.ref <> all(coalesce(due.thread_refs, '{}'))
      returning message.account_id, message.activity_id
    )
    select account_id as "accountId", id as "activityId", type = 'email' as "isMail",
      day, old_day as "oldDay", thread_id as "oldThreadId"
    from (select * from put union all select * from gone) changed
    union all
    select account_id, activity_id, true, null, null, null
    from (select * from referred union select * from forgotten) rethreaded`.execute(tx);
  return rows;
}
