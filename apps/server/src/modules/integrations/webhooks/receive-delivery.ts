import type { CallAnswer } from '@repo/contract/calls';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { hashToken, isTokenOf } from '../../../platform/secrets/token.ts';
import type { WebhookProvider } from '../provider.ts';
import { UnusableDeliveryError } from '../provider.ts';
import { setDeliveryAside } from './set-delivery-aside.ts';
import { storeDelivery } from './store-delivery.ts';

type Answer = CallAnswer<'POST /api/webhooks/v1/{provider}/{integrationId}'>;

/** What somebody who knows no token is compared with, so that they learn nothing from the time. */
const nobodysHash = hashToken('nobody');

/**
 * Takes one delivery of a webhook. The sender hears that it arrived even when it cannot be used:
 * sending it again would not mend it, and it is kept for the person to see.
 *
 * @throws AppError `UNAUTHENTICATED` for a wrong token and an unknown integration alike;
 *   `VALIDATION_FAILED` for a delivery that can neither be used nor kept.
 */
export async function receiveDelivery(
  context: Context,
  provider: WebhookProvider,
  integrationId: string,
  { token, payload }: { token: string | undefined; payload: unknown },
): Promise<Answer> {
  const ownerId = await requireOwner(context, provider, integrationId, token);
  try {
    const isStored = await storeDelivery(
      context,
      { integrationId, ownerId, providerId: provider.id },
      provider.receive(payload),
    );
    if (isStored) return { outcome: 'stored' };
    return { outcome: 'ignored', reason: 'Nobody in it is at a domain that its owner tracks.' };
  } catch (error) {
    // What the database refuses to hold is the delivery's fault as well.
    if (!(error instanceof UnusableDeliveryError || error instanceof RangeError)) throw error;
    await setDeliveryAside(context, integrationId, payload, error.message);
    return { outcome: 'set-aside', reason: error.message };
  }
}

async function requireOwner(
  { db }: Context,
  provider: WebhookProvider,
  integrationId: string,
  token: string | undefined,
): Promise<string> {
  const found = await db
    .selectFrom('integrations')
    .innerJoin('users', 'users.id', 'integrations.owner_id')
    .select(['owner_id as ownerId', 'webhook_token_hash as hash'])
    .where('integrations.id', '=', integrationId)
    .where('provider', '=', provider.id)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  const isRight = isTokenOf(token ?? '', found?.hash ?? nobodysHash);
  if (found?.hash != null && isRight) return found.ownerId;
  throw new AppError(
    'UNAUTHENTICATED',
    'The Authorization header does not bear the token of this webhook.',
  );
}
