import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import type { Touched } from './refresh-published.ts';

/** A published activity that came, went or changed, with what it was before. */
export interface Change {
  accountId: string;
  activityId: string;
  /** As it is now; null when it is gone. */
  day: string | null;
  /** As it was; null when it is new. */
  oldDay: string | null;
  oldThreadId: string | null;
  isMail: boolean;
}

/**
 * Makes the rows of some activities what they ought to be: the activities themselves, who
 * contributed them, and what their mails refer to. A new mail is a thread of its own at first.
 */
export async function publishRows(tx: Connection, touched: readonly Touched[]): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with touched as materialized (
      select account.workspace_id, account.id as account_id, given.activity_key,
        published_id(account.id, given.activity_key) as id
      from unnest(
        ${touched.map(({ accountId }) => accountId)}::uuid[],
        ${touched.map(({ activityKey }) => activityKey)}::uuid[]
      ) as given(account_id, activity_key)
      join workspace_accounts account on account.id = given.account_id
    ),
    copies as materialized (
      select touched.*, link.captured_id, link.side, domain.owner_id
      from touched
      join domain_shares share on share.account_id = touched.account_id
      join domains domain on domain.id = share.domain_id
      join memberships membership
        on membership.workspace_id = share.workspace_id and membership.user_id = domain.owner_id
      join captured_activity_domains link
        on link.domain_id = share.domain_id and link.activity_key = touched.activity_key
    ),
    due as materialized (
      select first.workspace_id, first.account_id, first.id, first.activity_key,
        first.captured_id, first.owner_id, captured.type, captured.occurred_at, captured.day,
        first.side, captured.title, captured.summary, captured.participants, captured.location,
        captured.start_time, captured.end_time, captured.thread_refs
      from (select distinct on (id) * from copies order by id, captured_id) first
      join captured_activities captured on captured.id = first.captured_id
    ),
    put as (
      insert into account_activities as published (
        workspace_id, account_id, id, activity_key, captured_id, owner_id, type, occurred_at, day,
        side, title, summary, participants, location, start_time, end_time, thread_id)
      select workspace_id, account_id, id, activity_key, captured_id, owner_id, type, occurred_at,
        day, side, title, summary, participants, location, start_time, end_time,
        case type when 'email' then id end
      from due
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
      returning new.account_id, new.id, new.day, old.day as old_day,
        coalesce(old.thread_id, new.thread_id) as old_thread_id, new.type = 'email' as is_mail
    ),
    gone as (
      delete from account_activities published using touched
      where published.workspace_id = touched.workspace_id and published.id = touched.id
        and not exists (select from due where due.id = published.id)
      returning published.account_id, published.id, null::date as day, published.day as old_day,
        published.thread_id as old_thread_id, published.type = 'email' as is_mail
    ),
    contributed as (
      insert into account_activity_contributors (
        workspace_id, account_id, activity_id, user_id, captured_id)
      select workspace_id, account_id, id, owner_id, captured_id from copies
      on conflict do nothing
    ),
    withdrawn as (
      delete from account_activity_contributors contributor using touched
      where contributor.workspace_id = touched.workspace_id
        and contributor.activity_id = touched.id
        and not exists (
          select from copies
          where copies.id = contributor.activity_id
            and copies.captured_id = contributor.captured_id)
    ),
    referred as (
      insert into account_message_refs (account_id, ref, activity_id)
      select due.account_id, ref, due.id from due, unnest(due.thread_refs) as ref
      on conflict do nothing
      returning account_id, activity_id
    ),
    forgotten as (
      delete from account_message_refs message using touched
      where message.account_id = touched.account_id and message.activity_id = touched.id
        and not exists (
          select from due where due.id = message.activity_id and message.ref = any(due.thread_refs))
      returning message.account_id, message.activity_id
    ),
    rethreaded as (
      select account_id, activity_id from referred
      union
      select account_id, activity_id from forgotten
    )
    select account_id as "accountId", id as "activityId", day, old_day as "oldDay",
      old_thread_id as "oldThreadId", is_mail as "isMail"
    from (select * from put union all select * from gone) changed
    union all
    select published.account_id, published.id, published.day, published.day,
      published.thread_id, true
    from rethreaded
    join touched on touched.id = rethreaded.activity_id
    join account_activities published
      on published.workspace_id = touched.workspace_id and published.id = touched.id
    where not exists (select from put where put.id = published.id)
      and not exists (select from gone where gone.id = published.id)`.execute(tx);
  return rows;
}
