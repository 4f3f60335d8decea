import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { locateMessage } from './completeness/locate-message.ts';
import { readCompleteness } from './completeness/read-completeness.ts';
import { requestReconciliation } from './reading/request-reconciliation.ts';
import { describeIntegration } from './describe-integration.ts';
import { findOwnIntegration, requireUsable } from './connect/find-own-integration.ts';
import type { Provider } from './provider.ts';
import { requestSync } from './trigger-sync.ts';
import { listFailedItems } from './failed-items/list-failed-items.ts';
import { retryFailedItems } from './failed-items/retry-failed-items.ts';

/** Syncs, their failed items, and whether any activity is missing. */
export function registerSyncingRoutes(
  route: Route,
  context: Context,
  providers: readonly Provider[],
): void {
  const requireOwn = (userId: string, id: string) =>
    findOwnIntegration(context.db, providers, userId, id);
  const describe = async (userId: string, id: string) => ({
    integration: await describeIntegration(context, providers, userId, id),
  });

  route('POST /api/integrations/{id}/sync', async ({ params, person }) => ({
    integration: await requestSync(context, providers, person.id, params.id),
  }));

  route('GET /api/integrations/{id}/failed-items', async ({ params, person }) => {
    const { id } = await requireOwn(person.id, params.id);
    return listFailedItems(context.db, { ownerId: person.id, integrationId: id });
  });

  route('POST /api/integrations/{id}/failed-items/retry', async ({ params, body, person }) => {
    const own = await requireOwn(person.id, params.id);
    requireUsable(own);
    await retryFailedItems(context, own, body.itemId);
    return describe(person.id, own.id);
  });

  route('GET /api/integrations/{id}/completeness', async ({ params, person }) =>
    readCompleteness(context.db, await requireOwn(person.id, params.id)),
  );

  route('POST /api/integrations/{id}/completeness', async ({ params, person }) => {
    const own = await requireOwn(person.id, params.id);
    requireUsable(own);
    await requestReconciliation(context.db, { ownerId: own.ownerId, integrationId: own.id });
    return describe(person.id, own.id);
  });

  route('GET /api/integrations/{id}/message-location', async ({ params, query, person }) =>
    locateMessage(context, await requireOwn(person.id, params.id), query.message),
  );
}
