import type { Integration } from '@repo/contract/integrations';
import type { Context } from '../../platform/context.ts';
import { describeIntegration } from './describe-integration.ts';
import { findOwnIntegration, requireUsable } from './find-own-integration.ts';
import type { Provider } from './provider.ts';
import { triggerSync } from './trigger-sync.ts';

/**
 * Triggers a sync and returns the integration's state without waiting for the sync.
 *
 * @throws AppError `NOT_FOUND`, or `CONFLICT` when the user has to connect again first.
 */
export async function requestSync(
  context: Context,
  providers: readonly Provider[],
  ownerId: string,
  integrationId: string,
): Promise<Integration> {
  requireUsable(await findOwnIntegration(context.db, providers, ownerId, integrationId));
  await triggerSync(context, ownerId, integrationId);
  return describeIntegration(context, providers, ownerId, integrationId);
}
