import type { Integration } from '@repo/contract/integrations';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/create-database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { describeIntegration } from '../describe-integration.ts';
import type { Provider } from '../provider.ts';
import { type Completion, connectApiKey } from './connect-api-key.ts';
import { connectWebhook } from './connect-webhook.ts';
import { waitForFirstSync } from './wait-for-first-sync.ts';

/**
 * Completes a connection by API key, waiting a few seconds at most for what its first sync brings,
 * or by webhook, which has nothing to bring yet.
 *
 * @throws AppError whose message is for the person.
 */
export async function completeConnection(
  context: Context,
  providers: readonly Provider[],
  provider: Provider,
  personId: string,
  { code, state }: Completion,
): Promise<{ integration: Integration; syncResults?: { activities: number } }> {
  if (provider.connect.kind === 'webhook') {
    const id = await connectWebhook(context, provider, personId, state);
    return { integration: await describeIntegration(context, providers, personId, id) };
  }
  if (provider.connect.kind !== 'api-key' || !('open' in provider)) {
    throw new AppError('CONFLICT', `${provider.name} is not connected with a key.`);
  }
  const { connect } = provider;
  const id = await connectApiKey(context, { ...provider, connect }, personId, { code, state });
  await waitForFirstSync(context.db, { ownerId: personId, integrationId: id });
  const integration = await describeIntegration(context, providers, personId, id);
  const activities = integration.lastSync?.stored ?? (await countBrought(context.db, personId, id));
  return { integration, syncResults: { activities } };
}

/** What a first sync that still goes on has brought; what is stored besides is of earlier ones. */
async function countBrought(db: Database, ownerId: string, integrationId: string): Promise<number> {
  const { brought } = await db
    .selectFrom('integrations')
    .innerJoin('captured_activities as captured', (join) =>
      join
        .onRef('captured.owner_id', '=', 'integrations.owner_id')
        .onRef('captured.provider', '=', 'integrations.provider')
        .onRef('captured.source', '=', 'integrations.source')
        .onRef('captured.captured_at', '>=', 'integrations.connected_at'),
    )
    .select((eb) => eb.fn.countAll<number>().as('brought'))
    .where('integrations.owner_id', '=', ownerId)
    .where('integrations.id', '=', integrationId)
    .executeTakeFirstOrThrow();
  return brought;
}
