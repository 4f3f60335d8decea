import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/http/app-error.ts';
import { bearerToken } from '#platform/http/admit-request.ts';
import type { Route } from '#platform/http/handlers.ts';
import { describeIntegration } from './describe-integration.ts';
import { findOwnIntegration } from './connect/find-own-integration.ts';
import type { Provider } from './provider.ts';
import { requireProvider } from './connect/require-provider.ts';
import { countDelivery } from './webhooks/count-delivery.ts';
import { findDeliveryTarget } from './webhooks/find-delivery-target.ts';
import { receiveDelivery } from './webhooks/receive-delivery.ts';
import { replaceWebhookToken } from './webhooks/replace-webhook-token.ts';

export function registerWebhookRoutes(
  route: Route,
  context: Context,
  providers: readonly Provider[],
): void {
  route('POST /api/webhooks/v1/{provider}/{integrationId}', {
    authorize: async ({ params, request }) => {
      const provider = requireProvider(providers, params.provider);
      if (!('receive' in provider)) throw notFound('Webhook');
      const token = bearerToken(request);
      const target = await findDeliveryTarget(context.db, provider, params.integrationId, token);
      await countDelivery(context.db, target.integrationId, request);
      return { provider, target };
    },
    confirm: ({ provider }, { params, request }) =>
      findDeliveryTarget(context.db, provider, params.integrationId, bearerToken(request)),
    turnOf: ({ target }) => target.integrationId,
    handle: ({ body, holder: { provider, target } }) =>
      receiveDelivery(context, provider, target, body),
  });

  route('POST /api/integrations/{id}/webhook-token', async ({ params, person }) => {
    const own = await findOwnIntegration(context.db, providers, person.id, params.id);
    await replaceWebhookToken(context, own);
    return { integration: await describeIntegration(context, providers, person.id, own.id) };
  });
}
