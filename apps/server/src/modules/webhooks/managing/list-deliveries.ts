import { limits } from '@repo/contract/limits';
import type { WebhookDelivery } from '@repo/contract/webhooks';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { formatPosition, parsePosition } from '#modules/activities/timeline-position.ts';

interface OfWebhook {
  workspaceId: string;
  webhookId: string;
}

type Row = Omit<WebhookDelivery, 'createdAt' | 'lastAttemptAt' | 'nextAttemptAt'> & {
  createdAt: Date;
  lastAttemptAt: Date | null;
  nextAttemptAt: Date | null;
};

/** A page of the deliveries of a webhook, the newest first. */
export async function listDeliveries(
  db: Connection,
  ofWebhook: OfWebhook,
  before: string | undefined,
): Promise<{ items: WebhookDelivery[]; next: string | null }> {
  const { instant, id } = parsePosition(before ?? '9999-12-31T23:59:59.999Z');
  const items = await readDeliveries(
    db,
    ofWebhook,
    id === undefined
      ? sql`created_at < ${instant}`
      : sql`(created_at, id) < (${instant}::timestamptz, ${id}::uuid)`,
    limits.webhookDeliveriesListed,
  );
  const last = items.length < limits.webhookDeliveriesListed ? undefined : items.at(-1);
  return {
    items,
    next: last ? formatPosition({ occurredAt: new Date(last.createdAt), id: last.id }) : null,
  };
}

/** @throws AppError NOT_FOUND */
export async function findDelivery(
  db: Connection,
  { deliveryId, ...ofWebhook }: OfWebhook & { deliveryId: string },
): Promise<WebhookDelivery> {
  const [found] = await readDeliveries(db, ofWebhook, sql`id = ${deliveryId}`, 1);
  if (found === undefined) throw notFound('Delivery');
  return found;
}

async function readDeliveries(
  db: Connection,
  { workspaceId, webhookId }: OfWebhook,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<WebhookDelivery[]> {
  const { rows } = await sql<Row>`
    select id, event, state, created_at as "createdAt", attempts, status, problem,
      last_attempt_at as "lastAttemptAt",
      -- A test is due before whatever waits, at a time before it was made.
      case when next_attempt_at is not null then greatest(next_attempt_at, created_at) end
        as "nextAttemptAt"
    from webhook_deliveries
    where workspace_id = ${workspaceId} and webhook_id = ${webhookId} and ${condition}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  }));
}
