import { levelNumber } from '@repo/domain/sharing/share-level';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Touched } from '../change.ts';
import { levelForAll } from '../../participants-only.ts';
import { capturedContent, isUnpublished } from '../published-rows.ts';
import { sidesOfCopies } from '../sides-of-accounts.ts';
import { contributions } from './contributions.ts';
import { endRequests } from './end-requests.ts';
import type {
  Contributed,
  ContributedPart,
  OwnAccounts,
  PublishingStorage,
  Unshared,
  Withdrawals,
  WordSources,
} from './publishing-storage.ts';
import { type AccountShare, readCopies, readShares } from './read-copies.ts';

export const onCluster: PublishingStorage = {
  limitWaitOnNodes,
  due: dueOfCopies,
  shares: async (tx, workspaceId, accountIds) =>
    valuesOf(workspaceId, await readShares(tx, workspaceId, accountIds)),
  wordSources: readSources,
  nextContributed,
  unshared,
  endWithdrawals,
  // It ends in a step that withdraws nothing, for the reason given at `endWithdrawals`.
  endsAsItWithdraws: false,
};

/** Citus passes `set local` on to the nodes that have the rows, if told to, and no `set_config`. */
async function limitWaitOnNodes(tx: Connection, waitMs: number): Promise<void> {
  await sql`set local citus.propagate_set_commands = 'local'`.execute(tx);
  await sql.raw(`set local lock_timeout = ${Math.ceil(waitMs)}`).execute(tx);
}

async function dueOfCopies(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<RawBuilder<unknown>> {
  const copies = await readCopies(tx, workspaceId, touched);
  const shown = copies.map((found) => found?.content);
  const sides = await sidesOfCopies(tx, workspaceId, touched, shown);
  const { level, isForParticipants } = await levelForAll(tx, workspaceId, sql`captured.level`);
  const rows = touched.map(({ accountId, activityKey }, index) => {
    const found = copies[index];
    return {
      account_id: accountId,
      activity_key: activityKey,
      captured_ids: found?.capturedIds ?? [],
      owner_ids: found?.ownerIds,
      captured_id: found?.capturedIds[0],
      owner_id: found?.ownerIds[0],
      level: found && levelNumber(found.level),
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
        captured.side, ${level} as level, ${isForParticipants} as is_for_participants,
        ${capturedContent(workspaceId, level)},
        case captured.type when 'email' then published_id(account.id, captured.activity_key) end
          as thread_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as captured(
        account_id uuid, activity_key uuid, captured_ids uuid[], owner_ids uuid[], captured_id uuid,
        owner_id uuid, level smallint, side text, type text, occurred_at timestamptz, title text,
        summary text, participants jsonb, location text, start_time timestamptz,
        end_time timestamptz, is_all_day boolean, thread_refs uuid[])
      join workspace_accounts account
        on account.workspace_id = ${workspaceId} and account.id = captured.account_id
    )`;
}

const valuesOf = (workspaceId: string, shares: readonly AccountShare[]) => sql`(
  select distinct ${workspaceId}::uuid as workspace_id, * from unnest(
    ${shares.map(({ accountId }) => accountId)}::uuid[],
    ${shares.map(({ ownerId }) => ownerId)}::uuid[]
  ) as given(account_id, owner_id)) share`;

async function readSources(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<WordSources> {
  const { rows: copies } = await sql<{ ownerId: string; capturedId: string }>`
    select distinct contributor.user_id as "ownerId", contributor.captured_id as "capturedId"
    from unnest(
      ${touched.map(({ accountId }) => accountId)}::uuid[],
      ${touched.map(({ activityKey }) => activityKey)}::uuid[]
    ) as given(account_id, activity_key)
    join account_activity_contributors contributor
      on contributor.workspace_id = ${workspaceId}
        and contributor.activity_id = published_id(given.account_id, given.activity_key)`.execute(
    tx,
  );
  const owners = [...new Set(copies.map(({ ownerId }) => ownerId))];
  const ids = [...new Set(copies.map(({ capturedId }) => capturedId))];
  const captured = await sql<object>`
    select owner_id, id, search_words, hidden_words from captured_activities
    where owner_id = any(${owners}::uuid[]) and id = any(${ids}::uuid[])`.execute(tx);
  const transcripts = await sql<object>`
    select owner_id, captured_id, search_words from call_transcripts
    where owner_id = any(${owners}::uuid[]) and captured_id = any(${ids}::uuid[])`.execute(tx);
  return {
    read: sql`
      copies as materialized (
        select * from json_to_recordset(${JSON.stringify(captured.rows)}::json)
          as given(owner_id uuid, id uuid, search_words text, hidden_words text)
      ),
      transcripts as materialized (
        select * from json_to_recordset(${JSON.stringify(transcripts.rows)}::json)
          as given(owner_id uuid, captured_id uuid, search_words text)
      ),`,
    captured: sql`copies`,
    transcripts: sql`transcripts`,
  };
}

async function nextContributed(
  tx: Connection,
  { ownerId, workspaceId, accountId, requestId, limit }: ContributedPart,
): Promise<Contributed[]> {
  const { rows: requests } = await sql<{ after: string }>`
    select activity_key as after from publish_requests
    where owner_id = ${ownerId} and id = ${requestId}`.execute(tx);
  const [request] = requests;
  if (request === undefined) return [];
  const { rows: next } = await sql<Omit<Contributed, 'isUnsupported'> & { capturedIds: string[] }>`
    select contributor.workspace_id as "workspaceId", contributor.account_id as "accountId",
      contributor.activity_id as "activityId", published.activity_key as "activityKey",
      array(
        select captured_id from account_activity_contributors copy
        where copy.workspace_id = ${workspaceId} and copy.activity_id = contributor.activity_id
          and copy.user_id = ${ownerId}) as "capturedIds"
    from (${contributions({ ownerId, workspaceId, accountId, limit }, sql`${request.after}`)}) contributor
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.id = contributor.activity_id
    order by contributor.activity_id`.execute(tx);
  const { rows: supported } = await sql<{ capturedId: string }>`
    select distinct link.captured_id as "capturedId"
    from captured_activity_domains link
    join domain_shares share on share.owner_id = link.owner_id and share.domain_id = link.domain_id
    where link.owner_id = ${ownerId}
      and link.captured_id = any(${next.flatMap(({ capturedIds }) => capturedIds)}::uuid[])
      and share.account_id = ${accountId} and not link.by_bcc_only`.execute(tx);
  const isSupported = new Set(supported.map(({ capturedId }) => capturedId));
  return next.map(({ capturedIds, ...activity }) => ({
    ...activity,
    isUnsupported: !capturedIds.every((id) => isSupported.has(id)),
  }));
}

async function unshared(tx: Connection, { ownerId, accountIds }: OwnAccounts): Promise<Unshared> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from domain_shares
    where owner_id = ${ownerId} and account_id = any(${accountIds}::uuid[])`.execute(tx);
  const shared = new Set(rows.map(({ accountId }) => accountId));
  return { accountIds: accountIds.filter((id) => !shared.has(id)), isUnshared: sql`true` };
}

/**
 * Requests end in a transaction of their own, which finds what this one has committed: a node that is lost
 * between the two commits of one would leave rows that no request names.
 */
async function endWithdrawals(
  tx: Connection,
  ending: Withdrawals,
  withdraw: () => Promise<void>,
): Promise<string[]> {
  const given = ending.requests.map(({ accountId }) => accountId);
  const contributed = await stillContributed(tx, ending, given);
  await withdraw();
  if (contributed.length > 0) {
    const left = await stillContributed(tx, ending, contributed);
    return contributed.filter((id) => !left.includes(id));
  }
  const left = await stillContributed(tx, ending, given);
  return endRequests(tx, ending, sql`request.account_id <> all(${left}::uuid[])`);
}

async function stillContributed(
  tx: Connection,
  { ownerId, workspaceId }: Withdrawals,
  accountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select given.account_id as "accountId" from unnest(${accountIds}::uuid[]) as given(account_id)
    where exists (
      select from account_activity_contributors contributor
      where contributor.workspace_id = ${workspaceId}
        and contributor.account_id = given.account_id and user_id = ${ownerId})`.execute(tx);
  return rows.map(({ accountId }) => accountId);
}
