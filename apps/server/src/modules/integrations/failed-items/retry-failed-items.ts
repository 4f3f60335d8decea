import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { OwnIntegration } from '../connect/find-own-integration.ts';
import { triggerSync } from '../trigger-sync.ts';
import { retryDeliveries } from '../webhooks/retry-deliveries.ts';

/**
 * Retries the failed items of an integration, now or with the sync that it triggers.
 *
 * @param itemId one of them; undefined for all.
 * @throws AppError `NOT_FOUND` when no failed item has that id (any more).
 */
export async function retryFailedItems(
  context: Context,
  { id: integrationId, ownerId, provider }: OwnIntegration,
  itemId: string | undefined,
): Promise<void> {
  if ('receive' in provider) {
    await retryDeliveries(context, provider, { integrationId, ownerId }, itemId);
    return;
  }
  const { numUpdatedRows } = await context.db
    .updateTable('failed_items')
    .set({ retry_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .$if(itemId !== undefined, (query) => query.where('external_id', '=', itemId ?? ''))
    .executeTakeFirst();
  if (itemId !== undefined && numUpdatedRows === 0n) throw notFound('Item');
  await triggerSync(context, ownerId, integrationId);
}
