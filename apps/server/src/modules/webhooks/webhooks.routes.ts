import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { changeWebhook, createWebhook, rotateSecret } from './managing/change-webhooks.ts';
import { deleteWebhook } from './managing/delete-webhook.ts';
import { listDeliveries } from './managing/list-deliveries.ts';
import { findWebhook, listWebhooks } from './managing/list-webhooks.ts';
import { requireOwner } from './managing/require-owner.ts';
import { replayDelivery, testWebhook } from './managing/try-delivery.ts';

/** The webhooks of a workspace, for its owners (docs/decisions/webhooks.md). */
export function registerWebhookRoutes(route: Route, context: Context): void {
  const { db } = context;
  route('GET /api/workspaces/{workspaceId}/webhooks', async ({ person, params }) => {
    await requireOwner(db, person, params.workspaceId);
    return { items: await listWebhooks(db, params.workspaceId) };
  });
  route('POST /api/workspaces/{workspaceId}/webhooks', ({ person, params, body }) =>
    createWebhook(context, person, { ...params, ...body }),
  );
  route('PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}', async (request) => ({
    webhook: await changeWebhook(context, request.person, { ...request.params, ...request.body }),
  }));
  route('DELETE /api/workspaces/{workspaceId}/webhooks/{webhookId}', async ({ person, params }) => {
    await deleteWebhook(db, person, params);
    return {};
  });
  route('POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/secret', ({ person, params }) =>
    rotateSecret(context, person, params),
  );
  route(
    'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/test',
    async ({ person, params }) => ({ delivery: await testWebhook(db, person, params) }),
  );
  route(
    'GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries',
    async ({ person, params, query }) => {
      await requireOwner(db, person, params.workspaceId);
      await findWebhook(db, params);
      return listDeliveries(db, params, query.before);
    },
  );
  route(
    'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    async ({ person, params }) => ({ delivery: await replayDelivery(db, person, params) }),
  );
}
