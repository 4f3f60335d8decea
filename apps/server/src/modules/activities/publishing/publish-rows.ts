import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { inWorkspaceOf } from '../../../platform/database/distribution/in-workspace.ts';
import { isDistributed } from '../../../platform/database/distribution/is-distributed.ts';
import type { Change, Touched } from './change.ts';
import { readCopies } from './read-copies.ts';
import { sidesOfAccounts, sidesOfCopies } from './sides-of-accounts.ts';
import {
  accountsWith,
  capturedContent,
  writeActivities,
  writeContributors,
  writeReferences,
  isUnpublished,
} from './published-rows.ts';

/**
 * Updates the published rows of some activities of a workspace: the activities themselves, who
 * contributed them, and what their emails refer to. A new email is a thread of its own at first.
 *
 * The copies of each activity stand in arrays, and every part begins from the activities and goes
 * by an index from there: the planner cannot know how many there are, and where it may choose how
 * to join two such lists, it compares each with each.
 */
export async function publishRows(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<Change[]> {
  const due = isDistributed(tx)
    ? await dueOfCopies(tx, workspaceId, touched)
    : await dueByJoin(tx, workspaceId, touched);
  const inWorkspace = inWorkspaceOf(tx, workspaceId);
  const { rows } = await sql<Change>`
    with ${due},
    ${writeActivities(inWorkspace)},
    ${writeContributors(inWorkspace)},
    ${writeReferences(inWorkspace)}
    select account_id as "accountId", id as "activityId", type = 'email' as "isMail",
      day, old_day as "oldDay", side, old_side as "oldSide", thread_id as "oldThreadId"
    from changed
    union all
    select account_id, activity_id, true, null, null, null, null, null
    from (select * from referred union select * from forgotten) rethreaded`.execute(tx);
  return rows;
}

/** `due` as a part of the statement. */
async function dueByJoin(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<RawBuilder<unknown>> {
  const accountIds = touched.map(({ accountId }) => accountId);
  const sides = await sidesOfAccounts(tx, workspaceId, touched);
  return sql`${accountsWith(workspaceId, accountIds)},
    due as materialized (
      select account.workspace_id, account.id as account_id,
        published_id(account.id, given.activity_key) as id, given.activity_key,
        captured.id is not null
          and ${isUnpublished(sql`account.workspace_id`, sql`published_id(account.id, given.activity_key)`)} as is_new,
        copies.captured_ids, copies.owner_ids, copies.captured_ids[1] as captured_id,
        copies.owner_ids[1] as owner_id, coalesce(given.side, copies.first_side) as side,
        ${capturedContent(workspaceId)},
        case captured.type when 'email' then published_id(account.id, given.activity_key) end
          as thread_id
      from unnest(
        ${accountIds}::uuid[],
        ${touched.map(({ activityKey }) => activityKey)}::uuid[],
        ${sides}::text[]
      ) as given(account_id, activity_key, side)
      join accounts account on account.id = given.account_id
      cross join lateral (
        select coalesce(array_agg(captured_id order by captured_id), '{}') as captured_ids,
          array_agg(owner_id order by captured_id) as owner_ids,
          (array_agg(side order by captured_id))[1] as first_side
        from (
          -- A copy can be linked to several domains of the account.
          select distinct on (link.captured_id) link.captured_id, link.side, shared.owner_id
          from unnest(account.owner_ids, account.domain_ids) as shared(owner_id, domain_id)
          cross join lateral (
            select captured_id, side from captured_activity_domains
            where owner_id = shared.owner_id and domain_id = shared.domain_id
              and activity_key = given.activity_key and not by_bcc_only
            offset 0
          ) link
          order by link.captured_id
        ) copy
      ) copies
      left join captured_activities captured
        on captured.owner_id = copies.owner_ids[1] and captured.id = copies.captured_ids[1]
    )`;
}

/** `due` of copies that were read before. */
async function dueOfCopies(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<RawBuilder<unknown>> {
  const copies = await readCopies(tx, workspaceId, touched);
  const shown = copies.map((found) => found?.content);
  const sides = await sidesOfCopies(tx, workspaceId, touched, shown);
  const rows = touched.map(({ accountId, activityKey }, index) => {
    const found = copies[index];
    return {
      account_id: accountId,
      activity_key: activityKey,
      captured_ids: found?.capturedIds ?? [],
      owner_ids: found?.ownerIds,
      captured_id: found?.capturedIds[0],
      owner_id: found?.ownerIds[0],
      side: sides[index] ?? found?.side,
      ...found?.content,
    };
  });
  return sql`
    due as materialized (
      select account.workspace_id, account.id as account_id,
        published_id(account.id, captured.activity_key) as id, captured.activity_key,
        captured.captured_id is not null
          and ${isUnpublished(sql`${workspaceId}`, sql`published_id(account.id, captured.activity_key)`)} as is_new,
        captured.captured_ids, captured.owner_ids, captured.captured_id, captured.owner_id,
        captured.side, ${capturedContent(workspaceId)},
        case captured.type when 'email' then published_id(account.id, captured.activity_key) end
          as thread_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as captured(
        account_id uuid, activity_key uuid, captured_ids uuid[], owner_ids uuid[], captured_id uuid,
        owner_id uuid, side text, type text, occurred_at timestamptz, title text,
        summary text, participants jsonb, location text, start_time timestamptz,
        end_time timestamptz, is_all_day boolean, thread_refs uuid[])
      join workspace_accounts account
        on account.workspace_id = ${workspaceId} and account.id = captured.account_id
    )`;
}
