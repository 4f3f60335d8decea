import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import {
  deferRelationships,
  removeDaysWithoutActivities,
} from '#modules/relationships/refresh-relationships.ts';
import type { Touched } from './publishing/change.ts';
import { lockAccounts } from './lock-accounts.ts';
import { publishStepSize } from './publish-step.ts';
import { refreshPublished } from './publishing/refresh-published.ts';

/*
 * Refreshes everything that is published in one account, after the domains of the account changed or
 * another account was merged into it: sides, contacts and counts depend on the domains. An account can
 * have more activities than one transaction should lock, so `account_refreshes` stores the request and
 * how far it is; `finishDomainChanges` takes the steps, in the request or later in a job.
 */

/**
 * Requests a refresh, in steps from the beginning, of everything that is published in an account.
 * The caller has locked the account.
 */
export async function requestRefresh(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
): Promise<void> {
  await sql`
    insert into account_refreshes (workspace_id, account_id) values (${workspaceId}, ${accountId})
    on conflict (workspace_id, account_id) do update
    set (occurred_at, activity_id) = (excluded.occurred_at, excluded.activity_id)`.execute(tx);
}

/**
 * Refreshes the next activities of an account, the latest first; the last step completes the
 * request. Activities that are captured or moved while the request is pending are published in
 * their current form anyway.
 */
export async function takeRefreshStep(
  db: Database,
  { workspaceId, accountId }: AccountKey,
  stepSize = publishStepSize,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAccounts(tx, workspaceId, [accountId]);
    const { rows: requests } = await sql<{ isNew: boolean }>`
      select occurred_at = 'infinity' as "isNew" from account_refreshes
      where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(tx);
    const [request] = requests;
    if (request === undefined) return;
    const { rows } = await sql<Touched & { activityId: string }>`
      select published.workspace_id as "workspaceId", published.account_id as "accountId",
        published.activity_key as "activityKey", published.id as "activityId"
      from account_refreshes refresh
      join account_activities published
        on published.workspace_id = refresh.workspace_id
          and published.account_id = refresh.account_id
          and (published.occurred_at, published.id) < (refresh.occurred_at, refresh.activity_id)
      where refresh.workspace_id = ${workspaceId} and refresh.account_id = ${accountId}
      order by published.occurred_at desc, published.id desc limit ${stepSize}`.execute(tx);
    const last = rows.at(-1);
    const now = new Date();
    if (last !== undefined && rows.length === stepSize) {
      // Stored before the refresh, which may remove the activity or change its time.
      await sql`
        update account_refreshes refresh
        set (occurred_at, activity_id) = (published.occurred_at, published.id)
        from account_activities published
        where refresh.workspace_id = ${workspaceId} and refresh.account_id = ${accountId}
          and published.workspace_id = ${workspaceId} and published.id = ${last.activityId}
      `.execute(tx);
      await refreshPublished(tx, rows, now, 'deferred');
      return;
    }
    await refreshPublished(tx, rows, now, request.isNew ? 'refreshed' : 'deferred');
    await removeDaysWithoutActivities(tx, { workspaceId, accountId }, now);
    if (!request.isNew) await deferRelationships(tx, workspaceId, [accountId]);
    await sql`
      delete from account_refreshes
      where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(tx);
  });
}
