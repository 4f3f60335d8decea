import { businessTimeZone } from '@repo/domain/time/business-day';
import { type RawBuilder, sql } from 'kysely';
import type { InWorkspace } from '#platform/database/distribution/in-workspace.ts';
import { sharers } from '../../users/is-sharer.ts';
import { timeZoneOf } from '#platform/database/workspace-time.ts';
import { type LevelColumn, shownColumn } from '#platform/database/level-columns.ts';

/*
 * SQL fragments that compute the published rows for a set of activities. A statement provides `due`, one row for
 * each activity of an account that may have changed:
 *
 *   workspace_id, account_id, id, activity_key,
 *   is_new                    whether it has to be published and is not yet (`isUnpublished`)
 *   captured_ids, owner_ids   its copies, the one that is shown first; empty if it has to go
 *   captured_id, owner_id     the copy that is shown; null if it has to go
 *   level                     at which all members see that copy: what it does not show is not stored
 *   is_for_participants       whether its text is for those who took part (`shownToAll`)
 *   side, type, title, …      as that copy has them (`capturedContent`)
 *   thread_refs               what that copy refers to
 *   thread_id                 the thread of an email that is new here
 *
 * The caller has locked the accounts, so that no other transaction inserts a row between lookup and
 * insert; `on conflict` would guard against that but takes a third more time. The limits keep the
 * planner on index scans even when it expects few rows.
 */

/**
 * With `accounts`: of each account of a workspace the domains that are shared with it by members, their
 * owners, and the levels of the shares, in the same order.
 */
export const accountsWith = (
  workspaceId: string,
  accountIds: readonly string[],
): RawBuilder<unknown> => sql`
  accounts as materialized (
    select account.id, account.workspace_id,
      array_agg(share.domain_id) filter (where share.domain_id is not null) as domain_ids,
      array_agg(share.owner_id) filter (where share.domain_id is not null) as owner_ids,
      array_agg(share.level) filter (where share.domain_id is not null) as levels
    from workspace_accounts account
    left join (
      domain_shares share
      join ${sharers} sharer
        on sharer.workspace_id = share.workspace_id and sharer.user_id = share.owner_id
    ) on share.account_id = account.id
    where account.workspace_id = ${workspaceId}
      and account.id = any(${[...new Set(accountIds)]}::uuid[])
    group by account.workspace_id, account.id
  )`;

/**
 * The columns to publish from a row of `captured_activities` named `captured`. The day is the workspace's;
 * the caller has locked the account, and its days do not move while it is locked. An all-day activity is
 * captured at midnight in `businessTimeZone`, and published at midnight of the same day in the workspace.
 * Columns that the level does not show are empty (`leastLevels`).
 */
export function capturedContent(
  workspaceId: string,
  level: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const zone = sql`(select ${timeZoneOf(sql`${workspaceId}`)})`;
  const dated = (instant: RawBuilder<unknown>) => sql`
    (case when captured.is_all_day
      then ${instant} at time zone ${sql.lit(businessTimeZone)} at time zone ${zone}
      else ${instant} end)`;
  const day = sql`(captured.occurred_at at time zone
      case when captured.is_all_day then ${sql.lit(businessTimeZone)} else ${zone} end)::date`;
  // The series of a meeting makes no thread of it.
  const threadRefs = sql`case when captured.type = 'email' then captured.thread_refs else '{}'::uuid[] end`;
  const shown = (
    column: LevelColumn,
    value: RawBuilder<unknown>,
    otherwise?: RawBuilder<unknown>,
  ) => shownColumn(level, column, value, otherwise);
  return sql`
    captured.type, ${shown('occurredAt', dated(sql`captured.occurred_at`), sql`${day}::timestamp at time zone ${zone}`)} as occurred_at,
    ${day} as day, ${shown('title', sql`captured.title`, sql`''`)} as title,
    ${shown('summary', sql`captured.summary`, sql`''`)} as summary,
    ${shown('participants', sql`captured.participants`, sql`'[]'::jsonb`)} as participants,
    ${shown('location', sql`captured.location`)} as location,
    ${shown('startTime', dated(sql`captured.start_time`))} as start_time,
    ${shown('endTime', dated(sql`captured.end_time`))} as end_time,
    ${shown('isAllDay', sql`captured.is_all_day`, sql`false`)} as is_all_day,
    ${shown('threadRefs', threadRefs, sql`'{}'::uuid[]`)} as thread_refs`;
}

/** Whether no activity with this id is published; evaluated before anything is inserted. */
export const isUnpublished = (
  workspaceId: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select true from account_activities published
  where published.workspace_id = ${workspaceId} and published.id = ${id} limit 1) is null`;

/**
 * Inserts, updates and deletes activities so that they match `due`. `changed` lists the affected ones, with
 * their previous day, side and thread.
 */
export const writeActivities = (inWorkspace: InWorkspace): RawBuilder<unknown> => sql`
  added as (
    insert into account_activities (
      workspace_id, account_id, id, activity_key, captured_id, owner_id, type, occurred_at, day,
      side, title, summary, participants, location, start_time, end_time,
      is_all_day, thread_id, level, is_for_participants)
    select workspace_id, account_id, id, activity_key, captured_id, owner_id, type, occurred_at,
      day, side, title, summary, participants, location, start_time, end_time, is_all_day, thread_id,
      level, is_for_participants
    from due
    where is_new
    returning account_id, id, type = 'email' as is_rethreaded, day, null::date as old_day, side, null as old_side,
      null::uuid as thread_id
  ),
  revised as (
    update account_activities published
    set (captured_id, owner_id, occurred_at, day, side, title, summary, participants, location,
        start_time, end_time, is_all_day, level, is_for_participants) =
      (due.captured_id, due.owner_id, due.occurred_at, due.day, due.side, due.title, due.summary,
        due.participants, due.location, due.start_time, due.end_time, due.is_all_day,
        due.level, due.is_for_participants)
    from due
    where published.workspace_id = due.workspace_id and published.id = due.id
      and due.captured_id is not null ${inWorkspace('published')}
      and (published.captured_id, published.owner_id, published.occurred_at, published.day,
          published.side, published.title, published.summary, published.participants, published.location,
          published.start_time, published.end_time, published.is_all_day, published.level,
          published.is_for_participants)
        is distinct from
        (due.captured_id, due.owner_id, due.occurred_at, due.day, due.side, due.title,
          due.summary, due.participants, due.location, due.start_time, due.end_time,
          due.is_all_day, due.level, due.is_for_participants)
    returning new.account_id, new.id,
      -- A thread is named by its earliest email. What else changes here leaves it as it is.
      new.type = 'email' and new.occurred_at is distinct from old.occurred_at, new.day, old.day, new.side, old.side,
      new.thread_id
  ),
  gone as (
    delete from account_activities published using due
    where published.workspace_id = due.workspace_id and published.id = due.id
      and due.captured_id is null ${inWorkspace('published')}
    returning published.account_id, published.id, published.type = 'email', null::date, published.day,
      null, published.side, published.thread_id
  ),
  changed as (
    select * from added union all select * from revised union all select * from gone
  )`;

/** Inserts and deletes contributor rows so that they match the captured copies. */
export const writeContributors = (inWorkspace: InWorkspace): RawBuilder<unknown> => sql`
  contributed as (
    insert into account_activity_contributors (
      workspace_id, account_id, activity_id, user_id, captured_id)
    select workspace_id, account_id, id, copy.owner_id, copy.captured_id
    from due, unnest(due.owner_ids, due.captured_ids) as copy(owner_id, captured_id)
    where (
      select true from account_activity_contributors known
      where known.workspace_id = due.workspace_id and known.activity_id = due.id
        and known.user_id = copy.owner_id and known.captured_id = copy.captured_id
        ${inWorkspace('known')} limit 1) is null
    order by id
  ),
  withdrawn as (
    delete from account_activity_contributors contributor using due
    where contributor.workspace_id = due.workspace_id
      and contributor.activity_id = due.id
      and contributor.captured_id <> all(due.captured_ids) ${inWorkspace('contributor')}
  )`;

/**
 * Inserts and deletes message references so that they match the captured copies. `referred` and `forgotten`
 * list the changes.
 */
export const writeReferences = (inWorkspace: InWorkspace): RawBuilder<unknown> => sql`
  referred as (
    insert into account_message_refs (workspace_id, account_id, ref, activity_id)
    select due.workspace_id, due.account_id, given.ref, due.id from due, unnest(due.thread_refs) as given(ref)
    where (
      select true from account_message_refs known
      where known.workspace_id = due.workspace_id and known.account_id = due.account_id
        and known.ref = given.ref and known.activity_id = due.id
        ${inWorkspace('known')} limit 1) is null
    order by given.ref
    returning account_id, activity_id
  ),
  forgotten as (
    delete from account_message_refs message using due
    where message.workspace_id = due.workspace_id and message.account_id = due.account_id
      and message.activity_id = due.id and message.ref <> all(coalesce(due.thread_refs, '{}'))
      ${inWorkspace('message')}
    returning message.account_id, message.activity_id
  )`;
