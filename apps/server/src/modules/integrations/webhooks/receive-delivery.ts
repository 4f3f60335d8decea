import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Context } from '#platform/context.ts';
import type { WebhookProvider } from '../provider.ts';
import { UnusableDeliveryError } from '../provider.ts';
import { storeFailedDelivery } from './store-failed-delivery.ts';
import { type DeliveryTarget, storeDelivery } from './store-delivery.ts';

type DeliveryResponse = EndpointResponse<'POST /api/webhooks/v1/{provider}/{integrationId}'>;

/**
 * Takes one delivery of a webhook. The sender hears that it arrived even when it cannot be used:
 * sending it again would not fix it, and it is kept for the user to see.
 *
 * @throws AppError `VALIDATION_FAILED` for a delivery that can neither be used nor kept.
 */
export async function receiveDelivery(
  context: Context,
  provider: WebhookProvider,
  target: DeliveryTarget,
  payload: unknown,
): Promise<DeliveryResponse> {
  try {
    const isStored = await storeDelivery(context, target, provider.receive(payload));
    if (isStored) return { outcome: 'stored' };
    return {
      outcome: 'ignored',
      reason: 'No participant belongs to a domain that its owner tracks.',
    };
  } catch (error) {
    // A value that the database refuses is an error of the delivery as well.
    if (!(error instanceof UnusableDeliveryError || error instanceof RangeError)) throw error;
    await storeFailedDelivery(context, target, payload, error.message);
    return { outcome: 'failed', reason: error.message };
  }
}
