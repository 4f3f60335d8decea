import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { OwnIntegration } from '../find-own-integration.ts';
import { wakeSync } from '../wake-sync.ts';
import { retryDeliveries } from '../webhooks/retry-deliveries.ts';

/** Has everything that was set aside of an integration tried again, now or with the sync it begins. */
export async function retryAll(
  context: Context,
  { id: integrationId, ownerId, provider }: OwnIntegration,
): Promise<void> {
  if ('receive' in provider) {
    await retryDeliveries(context, provider, { integrationId, ownerId });
    return;
  }
  await context.db
    .updateTable('sync_failures')
    .set({ retry_at: sql<Date>`now()` })
    .where('integration_id', '=', integrationId)
    .execute();
  await wakeSync(context, ownerId);
}
