import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { scopeOf } from '#modules/workspaces/manager.ts';
import { described, dropWaiting, lockWebhook, type OfWebhook } from './change-webhooks.ts';
import { findWebhook } from './list-webhooks.ts';
import { lockOwned, type Owner } from './require-owner.ts';

/** Deliveries that one transaction removes, with the webhook or before it. */
const REMOVED_AT_ONCE = 10_000;
/** How long a request removes them; milliseconds. */
const REMOVED_WITHIN_MS = 5_000;

/**
 * Deletes a webhook with its log. One with a long log is switched off first, and its log is removed in steps.
 *
 * @throws AppError as `lockOwned`; `NOT_FOUND`; `CONFLICT` when there is more to remove than a request has
 *   time for: the same request goes on
 */
export async function deleteWebhook(
  db: Database,
  owner: Owner,
  of: OfWebhook,
  { atOnce = REMOVED_AT_ONCE, withinMs = REMOVED_WITHIN_MS } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await deleteOrSwitchOff(db, owner, of, atOnce))) {
    let removed = 0;
    for (;;) {
      const count = await removeDeliveries(db, of, atOnce);
      removed += count;
      if (count < atOnce) break;
      if (performance.now() >= deadline)
        throw new AppError(
          'CONFLICT',
          `The webhook is off, and ${plural(removed, 'delivery', 'deliveries')} of its log were removed. Delete it again to remove the rest.`,
        );
    }
  }
}

/** @returns whether it is deleted; otherwise it is off, and too much is left of its log. */
function deleteOrSwitchOff(
  db: Database,
  owner: Owner,
  of: OfWebhook,
  atOnce: number,
): Promise<boolean> {
  const { workspaceId, webhookId } = of;
  return db.transaction().execute(async (tx) => {
    const scope = scopeOf(await lockOwned(tx, owner, workspaceId));
    await lockWebhook(tx, of);
    const before = await findWebhook(tx, of);
    const isDeleted = !(await hasMoreThan(tx, of, atOnce));
    if (isDeleted) {
      await tx
        .deleteFrom('webhooks')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', webhookId)
        .execute();
      await recordChange(tx, {
        actor: owner,
        action: 'webhook.deleted',
        scope,
        before: described(before),
      });
    } else if (before.disabled === null) {
      await tx
        .updateTable('webhooks')
        .set({ disabled: 'switched-off' })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', webhookId)
        .execute();
      await dropWaiting(tx, of);
      await recordChange(tx, {
        actor: owner,
        action: 'webhook.changed',
        scope,
        before: { ...described(before), enabled: true },
        after: { ...described(before), enabled: false },
      });
    }
    return isDeleted;
  });
}

async function hasMoreThan(
  tx: Connection,
  { workspaceId, webhookId }: OfWebhook,
  count: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_deliveries
    where workspace_id = ${workspaceId} and webhook_id = ${webhookId}
    offset ${count} limit 1`.execute(tx);
  return rows.length > 0;
}

async function removeDeliveries(
  db: Connection,
  { workspaceId, webhookId }: OfWebhook,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries
    where workspace_id = ${workspaceId} and webhook_id = ${webhookId} and id in (
      select id from webhook_deliveries
      where workspace_id = ${workspaceId} and webhook_id = ${webhookId} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
}
