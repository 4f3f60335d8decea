import type { IntegrationKey } from '#platform/database/integration-key.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import { UnusableDeliveryError, type WebhookProvider } from '../provider.ts';
import { storeFailedDelivery } from './store-failed-delivery.ts';
import { storeDelivery } from './store-delivery.ts';

/**
 * Reads the failed deliveries of a webhook again: a newer version may be able to read them.
 *
 * @param itemId one of them; undefined for all.
 */
export async function retryDeliveries(
  context: Context,
  provider: WebhookProvider,
  { integrationId, ownerId }: IntegrationKey,
  itemId: string | undefined,
): Promise<void> {
  const kept = await context.db
    .selectFrom('failed_items')
    .select('external_id as itemId')
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where('payload', 'is not', null)
    .$if(itemId !== undefined, (query) => query.where('external_id', '=', itemId ?? ''))
    .execute();
  if (itemId !== undefined && kept.length === 0) throw notFound('Item');
  for (const { itemId } of kept) {
    // One at a time: together they may be as large as `limits.failedDeliveryBytes`.
    const payload = await readPayload(context, { ownerId, integrationId }, itemId);
    try {
      const target = { integrationId, ownerId, providerId: provider.id };
      await storeDelivery(context, target, provider.receive(payload));
      await context.db
        .deleteFrom('failed_items')
        .where('owner_id', '=', ownerId)
        .where('integration_id', '=', integrationId)
        .where('external_id', '=', itemId)
        .execute();
    } catch (error) {
      if (!(error instanceof UnusableDeliveryError || error instanceof RangeError)) throw error;
      await storeFailedDelivery(context, { ownerId, integrationId }, payload, error.message);
    }
  }
}

async function readPayload(
  { db }: Context,
  { ownerId, integrationId }: IntegrationKey,
  itemId: string,
): Promise<unknown> {
  const found = await db
    .selectFrom('failed_items')
    .select('payload')
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where('external_id', '=', itemId)
    .executeTakeFirst();
  return JSON.parse(found?.payload ?? 'null');
}
