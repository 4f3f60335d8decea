import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '../../../../platform/database/account-key.ts';
import type { Connection } from '../../../../platform/database/create-database.ts';
import { isDistributed } from '../../../../platform/database/distribution/is-distributed.ts';
import type { Touched } from '../change.ts';

/** An activity that a person contributes to an account. */
export interface Contributed extends Touched {
  activityId: string;
  /** Whether a copy is linked to none of the domains that the person still shares with the account. */
  isUnsupported: boolean;
}

interface Part extends AccountKey {
  ownerId: string;
  /** The request, which has the activity after which to begin. */
  requestId: string;
  limit: number;
}

/** The next activities that a person contributes to an account, in the order of their ids. */
export async function nextContributed(tx: Connection, part: Part): Promise<Contributed[]> {
  return isDistributed(tx) ? onCluster(tx, part) : onOneNode(tx, part);
}

async function onOneNode(
  tx: Connection,
  { ownerId, workspaceId, accountId, requestId, limit }: Part,
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

/** What is shared is stored with the owner, on another node than what is published of it. */
async function onCluster(
  tx: Connection,
  { ownerId, workspaceId, accountId, requestId, limit }: Part,
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

const contributions = (
  { ownerId, workspaceId, accountId, limit }: Omit<Part, 'requestId'>,
  after: RawBuilder<unknown>,
) => sql`
      -- Of an activity, a person can have several copies.
      select distinct workspace_id, account_id, activity_id
      from account_activity_contributors
      where workspace_id = ${workspaceId} and account_id = ${accountId} and user_id = ${ownerId}
        and activity_id > ${after}
      order by activity_id limit ${limit}`;
