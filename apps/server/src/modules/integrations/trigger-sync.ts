import type { Integration } from '@repo/contract/integrations';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { describeIntegration } from './describe-integration.ts';
import { findOwnIntegration, requireUsable } from './connect/find-own-integration.ts';
import type { Provider } from './provider.ts';

/**
 * Triggers a sync of the user's integrations, or of one of them; a worker starts it within two
 * seconds. An integration that is already syncing syncs again afterwards; one that the provider
 * asked to pause waits until the pause ends.
 */
export async function triggerSync(
  { db }: Pick<Context, 'db'>,
  ownerId: string,
  integrationId?: string,
): Promise<void> {
  await db
    .updateTable('integrations')
    .set({ due_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .$if(integrationId !== undefined, (query) => query.where('id', '=', integrationId ?? ''))
    .where('credentials', 'is not', null)
    .where('needs_reauth', '=', false)
    .where('webhook_token_hash', 'is', null)
    .execute();
}

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

/**
 * Ends the running syncs of a user: what their workers still read is not stored. No sync starts
 * while the user is inactive. Called in the transaction that deactivates, before the user is locked
 * (docs/ARCHITECTURE.md, "Lock order").
 */
export async function stopSyncs(tx: Connection, ownerId: string): Promise<void> {
  await tx
    .updateTable('integrations')
    .set({ lease_id: null, lease_until: null })
    .where('owner_id', '=', ownerId)
    .where('lease_id', 'is not', null)
    .execute();
}
