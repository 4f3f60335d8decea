import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { sharers } from '#modules/users/is-sharer.ts';
import { levelForAll } from '../../participants-only.ts';
import { levelWithin } from '../../protected-level.ts';
import type { Touched } from '../change.ts';
import { accountsWith, capturedContent, isUnpublished } from '../published-rows.ts';
import { sidesOfAccounts } from '../sides-of-accounts.ts';
import { isShared } from '../withdrawing/is-shared.ts';
import { contributions } from './contributions.ts';
import { endRequests } from './end-requests.ts';
import type { Contributed, ContributedPart, PublishingStorage } from './publishing-storage.ts';

export const onOneNode: PublishingStorage = {
  limitWaitOnNodes: async () => {},
  due: dueByJoin,
  shares: async () => sql`(
      domain_shares share join ${sharers} sharer
        on sharer.workspace_id = share.workspace_id and sharer.user_id = share.owner_id)`,
  wordSources: async () => ({
    read: sql``,
    captured: sql`captured_activities`,
    transcripts: sql`call_transcripts`,
  }),
  nextContributed,
  unshared: async (_tx, { ownerId, accountIds }) => ({
    accountIds,
    isUnshared: sql`not ${isShared(ownerId, 'given')}`,
  }),
  async endWithdrawals(tx, ending, withdraw) {
    await withdraw();
    const { ownerId, workspaceId } = ending;
    return endRequests(
      tx,
      ending,
      sql`(select true from account_activity_contributors contributor
          where contributor.workspace_id = ${workspaceId}
            and contributor.account_id = request.account_id and user_id = ${ownerId}
          limit 1) is null`,
    );
  },
  endsAsItWithdraws: true,
};

/** As `byLevelThenCapture` orders the copies of an activity. */
const shownFirst = sql`level desc, captured_id`;

async function dueByJoin(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<RawBuilder<unknown>> {
  const accountIds = touched.map(({ accountId }) => accountId);
  const sides = await sidesOfAccounts(tx, workspaceId, touched);
  const { level, isForParticipants } = await levelForAll(tx, workspaceId, sql`copies.level`);
  return sql`${accountsWith(workspaceId, accountIds)},
    due as materialized (
      select account.workspace_id, account.id as account_id,
        published_id(account.id, given.activity_key) as id, given.activity_key,
        captured.id is not null
          and ${isUnpublished(sql`account.workspace_id`, sql`published_id(account.id, given.activity_key)`)} as is_new,
        copies.captured_ids, copies.owner_ids, copies.captured_ids[1] as captured_id,
        copies.owner_ids[1] as owner_id, coalesce(given.side, copies.first_side) as side,
        ${level} as level, ${isForParticipants} as is_for_participants,
        ${capturedContent(workspaceId, level)},
        case captured.type when 'email' then published_id(account.id, given.activity_key) end
          as thread_id
      from unnest(
        ${accountIds}::uuid[],
        ${touched.map(({ activityKey }) => activityKey)}::uuid[],
        ${sides}::text[]
      ) as given(account_id, activity_key, side)
      join accounts account on account.id = given.account_id
      cross join lateral (
        select coalesce(array_agg(captured_id order by ${shownFirst}), '{}') as captured_ids,
          array_agg(owner_id order by ${shownFirst}) as owner_ids,
          (array_agg(side order by ${shownFirst}))[1] as first_side, max(level) as level
        from (
          -- A copy can be linked to several domains of the account.
          select distinct on (link.captured_id) link.captured_id, link.side, shared.owner_id,
            permitted.level
          from unnest(account.owner_ids, account.domain_ids, account.levels)
            as shared(owner_id, domain_id, level)
          cross join lateral (
            select captured_id, side from captured_activity_domains
            where owner_id = shared.owner_id and domain_id = shared.domain_id
              and activity_key = given.activity_key and not by_bcc_only
            offset 0
          ) link
          ${levelWithin(sql`shared.level`, {
            ownerId: sql`shared.owner_id`,
            workspaceId: sql`account.workspace_id`,
            accountId: sql`account.id`,
            capturedId: sql`link.captured_id`,
            activityKey: sql`given.activity_key`,
          })}
          where permitted.level is not null
          order by link.captured_id, permitted.level desc
        ) copy
      ) copies
      left join captured_activities captured
        on captured.owner_id = copies.owner_ids[1] and captured.id = copies.captured_ids[1]
    )`;
}

async function nextContributed(
  tx: Connection,
  { ownerId, workspaceId, accountId, requestId, limit }: ContributedPart,
): Promise<Contributed[]> {
  const after = sql`(
    select activity_key from publish_requests where owner_id = ${ownerId} and id = ${requestId})`;
  const { rows } = await sql<Contributed>`
    select contributor.workspace_id as "workspaceId", contributor.account_id as "accountId",
      contributor.activity_id as "activityId", published.activity_key as "activityKey",
      exists (
        select from account_activity_contributors copy
        where copy.workspace_id = ${workspaceId} and copy.activity_id = contributor.activity_id and copy.user_id = ${ownerId}
          and not exists (
            select from captured_activity_domains link
            join domain_shares share
              on share.owner_id = link.owner_id and share.domain_id = link.domain_id
            where link.owner_id = ${ownerId} and link.captured_id = copy.captured_id
              and share.account_id = contributor.account_id and not link.by_bcc_only)
      ) as "isUnsupported"
    from (${contributions({ ownerId, workspaceId, accountId, limit }, after)}) contributor
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.id = contributor.activity_id
    order by contributor.activity_id`.execute(tx);
  return rows;
}
