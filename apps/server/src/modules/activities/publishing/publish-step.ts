import { sql } from 'kysely';
import type { AccountKey } from '../../../platform/database/account-key.ts';
import type { Connection, Database } from '../../../platform/database/create-database.ts';
import {
  deferRelationships,
  removeDaysWithoutActivities,
  withdrawRelationships,
} from '../../relationships/refresh-relationships.ts';
import type { Touched } from './change.ts';
import { lockAccounts } from './lock-accounts.ts';
import { refreshPublished } from './refresh-published.ts';

/*
 * The steps in which a publish request is done, each a short transaction that locks accounts first
 * and then looks for what is to be done, so that it finds what others have committed until then.
 *
 * `refreshPublished` computes what should be published now, whatever was requested. So it does no
 * harm when a step is repeated, when two processes work on the same request, or when a step begins
 * before a change of the shares and ends after it.
 */

/** Activities in a step: few enough that no one waits long for the accounts. */
export const publishStepSize = 500;

/** The position of a share before its first step. */
const firstKey = '00000000-0000-0000-0000-000000000000';

/** Accounts in a step of a withdrawal, which concerns all of a person's when they leave. */
const maxAccounts = 50;

/**
 * Publishes the next activities of a shared domain, in the order of their keys; with the last ones
 * the request ends. What is captured meanwhile is published by the capture.
 */
export async function takeShareStep(
  db: Database,
  { ownerId, id }: { ownerId: string; id: string },
  stepSize = publishStepSize,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const request = await tx
      .selectFrom('publish_requests')
      .select(['workspace_id', 'account_id', 'activity_key'])
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (request === undefined) return;
    const { workspace_id: workspaceId, account_id: accountId } = request;
    await lockAccounts(tx, workspaceId, [accountId]);
    const { rows } = await sql<Touched>`
      select distinct request.workspace_id as "workspaceId", request.account_id as "accountId",
        link.activity_key as "activityKey"
      from publish_requests request
      join captured_activity_domains link
        on link.owner_id = request.owner_id and link.domain_id = request.domain_id
          and link.activity_key > request.activity_key
      where request.owner_id = ${ownerId} and request.id = ${id}
      order by link.activity_key limit ${stepSize}`.execute(tx);
    const last = rows.at(-1);
    const isDone = rows.length < stepSize || last === undefined;
    const isOnly = isDone && request.activity_key === firstKey;
    await refreshPublished(tx, rows, new Date(), isOnly ? 'refreshed' : 'deferred');
    if (isDone) {
      if (!isOnly) await deferRelationships(tx, workspaceId, [accountId]);
      await sql`delete from publish_requests where owner_id = ${ownerId} and id = ${id}`.execute(
        tx,
      );
    } else {
      await sql`
        update publish_requests set activity_key = ${last.activityKey}
        where owner_id = ${ownerId} and id = ${id}`.execute(tx);
    }
  });
}

/**
 * Withdraws the next activities that a person still contributes to accounts of a workspace they no
 * longer share with. They are found among what is published, since what was captured may be deleted
 * already. Where the person shares another domain with the account, a part is withdrawn
 * (`withdrawPart`).
 *
 * @returns whether there was a request.
 */
export async function takeWithdrawalStep(
  db: Database,
  ownerId: string,
  stepSize = publishStepSize,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows: all } = await sql<{
      id: string;
      workspaceId: string;
      accountId: string;
      isPart: boolean;
    }>`
      select id, workspace_id as "workspaceId", account_id as "accountId",
        ${isShared(ownerId, 'request')} as "isPart"
      from publish_requests request
      where owner_id = ${ownerId} and kind = 'withdrawal'
      order by workspace_id, id limit ${maxAccounts}`.execute(tx);
    const [next] = all;
    if (next === undefined) return false;
    if (next.isPart) {
      await withdrawPart(tx, ownerId, { ...next, stepSize });
      return true;
    }
    const { workspaceId } = next;
    const requests = all.filter((one) => one.workspaceId === workspaceId && !one.isPart);
    const accountIds = requests.map(({ accountId }) => accountId);
    await lockAccounts(tx, workspaceId, accountIds);
    const { rows } = await sql<Touched>`
      select distinct published.workspace_id as "workspaceId", published.account_id as "accountId",
        published.activity_key as "activityKey"
      from (
        select contributor.activity_id
        from unnest(${accountIds}::uuid[]) as given(account_id)
        cross join lateral (
          select activity_id from account_activity_contributors
          where workspace_id = ${workspaceId} and account_id = given.account_id
            and user_id = ${ownerId}
          limit ${stepSize}
        ) contributor
        where not ${isShared(ownerId, 'given')}
        limit ${stepSize}
      ) contributed
      join account_activities published
        on published.workspace_id = ${workspaceId} and published.id = contributed.activity_id`.execute(
      tx,
    );
    const now = new Date();
    await refreshPublished(tx, rows, now, 'deferred');
    const { rows: done } = await sql<{ accountId: string }>`
      delete from publish_requests request
      where owner_id = ${ownerId} and id = any(${requests.map(({ id }) => id)}::uuid[])
        and (select true from account_activity_contributors contributor
          where contributor.workspace_id = ${workspaceId}
            and contributor.account_id = request.account_id and user_id = ${ownerId}
          limit 1) is null
        and not ${isShared(ownerId, 'request')}
      returning account_id as "accountId"`.execute(tx);
    const ended = done.map(({ accountId }) => accountId);
    await withdrawRelationships(tx, workspaceId, { userId: ownerId, accountIds: ended }, now);
    // Activities that others contribute as well may be shown from another copy now.
    await deferRelationships(tx, workspaceId, ended);
    return true;
  });
}

/**
 * Goes through the next activities that a person contributes to an account, in the order of their
 * ids, and withdraws those whose captured copy is linked to none of the domains that the person still
 * shares with it.
 */
async function withdrawPart(
  tx: Connection,
  ownerId: string,
  { id, workspaceId, accountId, stepSize }: AccountKey & { id: string; stepSize: number },
): Promise<void> {
  await lockAccounts(tx, workspaceId, [accountId]);
  const { rows: requests } = await sql<{ isNew: boolean }>`
    select activity_key = ${firstKey} as "isNew"
    from publish_requests where owner_id = ${ownerId} and id = ${id}`.execute(tx);
  const [request] = requests;
  if (request === undefined) return;
  const { rows } = await sql<Touched & { activityId: string; isUnsupported: boolean }>`
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
    from (
      -- Of an activity, a person can have several copies.
      select distinct workspace_id, account_id, activity_id
      from account_activity_contributors
      where workspace_id = ${workspaceId} and account_id = ${accountId} and user_id = ${ownerId}
        and activity_id > (
          select activity_key from publish_requests where owner_id = ${ownerId} and id = ${id})
      order by activity_id limit ${stepSize}
    ) contributor
    join account_activities published
      on published.workspace_id = ${workspaceId} and published.id = contributor.activity_id
    order by contributor.activity_id`.execute(tx);
  const last = rows.at(-1);
  const isDone = rows.length < stepSize || last === undefined;
  const isOnly = isDone && request.isNew;
  const now = new Date();
  await refreshPublished(
    tx,
    rows.filter(({ isUnsupported }) => isUnsupported),
    now,
    isOnly ? 'refreshed' : 'deferred',
  );
  if (isDone) {
    await removeDaysWithoutActivities(tx, { workspaceId, accountId }, now);
    if (!isOnly) await deferRelationships(tx, workspaceId, [accountId]);
    await sql`delete from publish_requests where owner_id = ${ownerId} and id = ${id}`.execute(tx);
  } else {
    await sql`
      update publish_requests set activity_key = ${last.activityId}
      where owner_id = ${ownerId} and id = ${id}`.execute(tx);
  }
}

/**
 * Whether the person shares a domain with the account: another one, or the same again, which a process
 * of the previous version does without completing withdrawals first.
 */
const isShared = (ownerId: string, of: 'given' | 'request') => sql`exists (
  select from domain_shares share
  where share.owner_id = ${ownerId} and share.account_id = ${sql.ref(`${of}.account_id`)})`;
