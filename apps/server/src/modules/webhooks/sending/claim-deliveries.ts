import type { WEBHOOK_TEST, WebhookEvent, WebhookFormat } from '@repo/contract/webhook-events';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import type { Subject } from '../making/store-deliveries.ts';

/** Longer than an attempt: after this another process sends what one that was killed had taken; seconds. */
const LEASE_SECONDS = 40;

export interface DueWebhook {
  workspaceId: string;
  id: string;
  isFailing: boolean;
}

export interface SendingWebhook {
  workspaceId: string;
  id: string;
  userId: string | null;
  url: string;
  format: WebhookFormat;
  level: number;
  secret: Buffer;
  secretKeyId: string;
  previousSecretUntil: Date | null;
  isDisabled: boolean;
  failures: number;
}

export interface Claimed {
  id: string;
  event: WebhookEvent | typeof WEBHOOK_TEST;
  subject: Subject;
  createdAt: Date;
  /** This attempt included. */
  attempts: number;
}

/**
 * Finds webhooks with deliveries that are due; those that failed last come last, the longest waiting first.
 * Of the others those after an id come first: who always has more does not come again before everyone else.
 */
export async function findDueWebhooks(
  db: Connection,
  limit: number,
  after = '00000000-0000-0000-0000-000000000000',
): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    select webhook.workspace_id as "workspaceId", webhook.id, failures > 0 as "isFailing"
    from webhooks webhook
    join workspaces workspace
      on workspace.id = webhook.workspace_id and workspace.archived_at is null
    where coalesce(paused_until <= now(), true) and exists (
      select from webhook_deliveries delivery
      where delivery.workspace_id = webhook.workspace_id and delivery.webhook_id = webhook.id
        and delivery.next_attempt_at <= now())
    order by failures > 0, paused_until nulls first, (webhook.id > ${after}::uuid) desc, webhook.id
    limit ${limit}`.execute(db);
  return rows;
}

/**
 * Takes the next deliveries of a webhook that are due. No other process takes them before the lease ends: an
 * attempt that is not recorded by then is repeated.
 */
export function claimDeliveries(
  db: Database,
  { workspaceId, id }: DueWebhook,
  limitOf: (webhook: SendingWebhook) => number,
): Promise<{ webhook: SendingWebhook; deliveries: Claimed[] } | undefined> {
  return db.transaction().execute(async (tx) => {
    const { rows: webhooks } = await sql<SendingWebhook>`
      select workspace_id as "workspaceId", id, user_id as "userId", url, format, level, secret,
        secret_key_id as "secretKeyId", previous_secret_until as "previousSecretUntil",
        disabled is not null as "isDisabled", failures
      from webhooks
      where workspace_id = ${workspaceId} and id = ${id}
        and exists (select from workspaces where id = ${workspaceId} and archived_at is null)
        and coalesce(paused_until <= now(), true)`.execute(tx);
    const [webhook] = webhooks;
    if (webhook === undefined) return undefined;
    const { rows: due } = await sql<{ id: string }>`
      select id from webhook_deliveries
      where workspace_id = ${workspaceId} and webhook_id = ${id} and next_attempt_at <= now()
      order by next_attempt_at, id limit ${limitOf(webhook)}
      for update skip locked`.execute(tx);
    if (due.length === 0) return undefined;
    const { rows: deliveries } = await sql<Claimed>`
      update webhook_deliveries set attempts = attempts + 1, last_attempt_at = now(),
        next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
      where workspace_id = ${workspaceId} and webhook_id = ${id}
        and id = any(${due.map((one) => one.id)}::uuid[])
      returning id, event, subject, created_at as "createdAt", attempts`.execute(tx);
    const order = new Map(due.map((one, index) => [one.id, index]));
    deliveries.sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
    return { webhook, deliveries };
  });
}
