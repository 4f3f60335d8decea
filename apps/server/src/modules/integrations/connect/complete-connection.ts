import type { Integration } from '@repo/contract/integrations';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { describeIntegration } from '../describe-integration.ts';
import type { Provider } from '../provider.ts';
import { type Completion, connectApiKey } from './connect-api-key.ts';
import { connectWebhook } from './connect-webhook.ts';
import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';

/** The time that a response waits for a first result; the background does the rest. Milliseconds. */
const FIRST_SYNC_TIMEOUT_MS = 4_000;
const LOOK_INTERVAL_MS = 150;

/**
 * Completes a connection. By API key it waits a few seconds for the first activities; by webhook nothing can
 * have arrived yet.
 *
 * @throws AppError with a message for the user.
 */
export async function completeConnection(
  context: Context,
  providers: readonly Provider[],
  provider: Provider,
  userId: string,
  { code, state }: Completion,
): Promise<{ integration: Integration; syncResults?: { activities: number } }> {
  if (provider.connect.kind === 'webhook') {
    const id = await connectWebhook(context, provider, userId, state);
    return { integration: await describeIntegration(context, providers, userId, id) };
  }
  if (provider.connect.kind !== 'api-key' || !('open' in provider)) {
    throw new AppError('CONFLICT', `${provider.name} is not connected with a key.`);
  }
  const { connect } = provider;
  const id = await connectApiKey(context, { ...provider, connect }, userId, { code, state });
  await waitForFirstSync(context.db, { ownerId: userId, integrationId: id });
  const integration = await describeIntegration(context, providers, userId, id);
  const activities = integration.lastSync?.stored ?? (await countStored(context.db, userId, id));
  return { integration, syncResults: { activities } };
}

/**
 * Counts the activities of a first sync that is still running; other activities come from earlier
 * connections.
 */
async function countStored(db: Database, ownerId: string, integrationId: string): Promise<number> {
  const { stored } = await db
    .selectFrom('integrations')
    .innerJoin('captured_activities as captured', (join) =>
      join
        .onRef('captured.owner_id', '=', 'integrations.owner_id')
        .onRef('captured.provider', '=', 'integrations.provider')
        .onRef('captured.source', '=', 'integrations.source')
        .onRef('captured.captured_at', '>=', 'integrations.connected_at'),
    )
    .select((eb) => eb.fn.countAll<number>().as('stored'))
    .where('integrations.owner_id', '=', ownerId)
    .where('integrations.id', '=', integrationId)
    .executeTakeFirstOrThrow();
  return stored;
}

/** Waits until the first sync of a connection has ended, in whatever way, or for a few seconds. */
async function waitForFirstSync(
  db: Database,
  { ownerId, integrationId }: IntegrationKey,
): Promise<void> {
  for (
    const end = Date.now() + FIRST_SYNC_TIMEOUT_MS;
    Date.now() < end;
    await sleep(LOOK_INTERVAL_MS)
  ) {
    const row = await db
      .selectFrom('integrations')
      .select(sql<boolean>`last_sync is not null and lease_id is null`.as('isDone'))
      .where('owner_id', '=', ownerId)
      .where('id', '=', integrationId)
      .executeTakeFirst();
    if (row === undefined || row.isDone) return;
  }
}
