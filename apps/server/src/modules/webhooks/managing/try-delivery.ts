import { limits } from '@repo/contract/limits';
import { WEBHOOK_TEST } from '@repo/contract/webhook-events';
import type { WebhookDelivery } from '@repo/contract/webhooks';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { findDelivery } from './list-deliveries.ts';
import { findWebhook } from './list-webhooks.ts';
import { type Owner, requireOwner } from './require-owner.ts';

const tries = {
  name: 'tries of webhooks',
  attempts: limits.webhookTriesPerHour,
  windowSeconds: 3_600,
};

interface OfWebhook {
  workspaceId: string;
  webhookId: string;
}

/**
 * Stores a test event, which is sent within seconds, also to a webhook that is switched off.
 *
 * @throws AppError as `requireOwner`; `NOT_FOUND`, `RATE_LIMITED`
 */
export async function testWebhook(
  db: Database,
  owner: Owner,
  ofWebhook: OfWebhook,
): Promise<WebhookDelivery> {
  const { workspaceId, webhookId } = ofWebhook;
  await requireTry(db, owner, ofWebhook);
  const { rows } = await sql<{ id: string }>`
    insert into webhook_deliveries (workspace_id, webhook_id, event, subject, next_attempt_at)
    values (${workspaceId}, ${webhookId}, ${WEBHOOK_TEST}, '{}', ${beforeAll}) returning id`.execute(
    db,
  );
  await endPause(db, ofWebhook);
  return findDelivery(db, { ...ofWebhook, deliveryId: rows[0]?.id ?? '' });
}

/** Due before whatever waits. */
const beforeAll = sql`now() - make_interval(days => ${sql.lit(limits.webhookDeliveryDays)})`;

/** Someone wants to see now whether the receiver works again. */
async function endPause(db: Connection, { workspaceId, webhookId }: OfWebhook): Promise<void> {
  await sql`
    update webhooks set paused_until = null
    where workspace_id = ${workspaceId} and id = ${webhookId} and paused_until is not null`.execute(
    db,
  );
}

/**
 * Sends a delivery again under its id, from the first attempt.
 *
 * @throws AppError as `requireOwner`; `NOT_FOUND`, `RATE_LIMITED`
 */
export async function replayDelivery(
  db: Database,
  owner: Owner,
  delivery: OfWebhook & { deliveryId: string },
): Promise<WebhookDelivery> {
  const { workspaceId, webhookId, deliveryId } = delivery;
  await requireTry(db, owner, delivery);
  const { numAffectedRows } = await sql`
    update webhook_deliveries
    set state = 'waiting', attempts = 0, next_attempt_at = now(), status = null, problem = null
    where workspace_id = ${workspaceId} and webhook_id = ${webhookId} and id = ${deliveryId}`.execute(
    db,
  );
  if (!numAffectedRows) throw notFound('Delivery');
  await endPause(db, delivery);
  return findDelivery(db, delivery);
}

async function requireTry(
  db: Connection,
  owner: Owner,
  { workspaceId, webhookId }: OfWebhook,
): Promise<void> {
  await requireOwner(db, owner, workspaceId);
  await findWebhook(db, { workspaceId, webhookId });
  await countAttempt(db, [{ limit: tries, of: workspaceId }], 'tests of webhooks');
}
