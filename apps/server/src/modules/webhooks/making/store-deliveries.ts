import type { WebhookEvent } from '@repo/contract/webhook-events';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { uuidOf } from '#platform/ids.ts';

/** The ids that an event names. */
export type Subject = Record<string, string | number>;

export interface NewDelivery {
  event: WebhookEvent;
  subject: Subject;
  /** The id depends on the event, so that it is stored once. */
  key?: string;
}

/** Stores deliveries, which are due at once. */
export async function storeDeliveries(
  tx: Connection,
  { workspaceId, webhookId }: { workspaceId: string; webhookId: string },
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const ids = deliveries.map(({ key }) =>
    key === undefined ? null : uuidOf(`webhook ${webhookId} ${key}`),
  );
  await sql`
    insert into webhook_deliveries (workspace_id, webhook_id, id, event, subject)
    select ${workspaceId}, ${webhookId}, coalesce(id, uuidv7()), event, subject
    from unnest(
      ${ids}::uuid[],
      ${deliveries.map(({ event }) => event)}::text[],
      ${deliveries.map(({ subject }) => JSON.stringify(subject))}::jsonb[]
    ) as given(id, event, subject)
    on conflict (workspace_id, webhook_id, id) do nothing`.execute(tx);
}
