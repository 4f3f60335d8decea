import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { hashToken, isTokenOf } from '#platform/secrets/token.ts';
import type { WebhookProvider } from '../provider.ts';
import type { DeliveryTarget } from './store-delivery.ts';

/** Compared when there is no such webhook, so that the response time reveals nothing. */
const unknownHash = hashToken('nobody');

/**
 * Finds the integration that a webhook delivers to, by the token in the request.
 *
 * @throws AppError `UNAUTHENTICATED` for both a wrong token and an unknown integration.
 */
export async function findDeliveryTarget(
  db: Database,
  provider: WebhookProvider,
  integrationId: string,
  token: string | undefined,
): Promise<DeliveryTarget> {
  const found = await db
    .selectFrom('integrations')
    .innerJoin('users', 'users.id', 'integrations.owner_id')
    .select(['owner_id as ownerId', 'webhook_token_hash as hash'])
    .where('integrations.id', '=', integrationId)
    .where('provider', '=', provider.id)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  const isRight = isTokenOf(token ?? '', found?.hash ?? unknownHash);
  if (found?.hash != null && isRight) {
    return { integrationId, ownerId: found.ownerId, providerId: provider.id };
  }
  throw new AppError(
    'UNAUTHENTICATED',
    'The Authorization header does not bear the token of this webhook.',
  );
}
