import type { ProviderId } from '@repo/contract/integrations';
import type { Context } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { bearerToken, type Route } from '../../platform/http/route.ts';
import { findWhereabouts } from './completeness/find-whereabouts.ts';
import { readCompleteness } from './completeness/read-completeness.ts';
import { requestCheck } from './completeness/request-check.ts';
import { beginConnection } from './connect/begin-connection.ts';
import { completeConnection } from './connect/complete-connection.ts';
import { disconnect } from './connect/disconnect.ts';
import { finishConnection } from './connect/finish-connection.ts';
import { discoverDomains } from './discovery/discover-domains.ts';
import { previewImport } from './discovery/preview-import.ts';
import { findOwnIntegration, requireUsable } from './find-own-integration.ts';
import { listIntegrations } from './list-integrations.ts';
import type { ProgressFeed } from './progress/progress-feed.ts';
import type { Provider } from './provider.ts';
import { requestSync } from './request-sync.ts';
import { listSetAside } from './set-aside/list-set-aside.ts';
import { sandboxHelp } from './sandbox-help.ts';
import { retryItems } from './set-aside/retry-items.ts';
import { receiveDelivery } from './webhooks/receive-delivery.ts';
import { replaceWebhookToken } from './webhooks/replace-webhook-token.ts';

export interface IntegrationParts {
  providers: readonly Provider[];
  progress: ProgressFeed;
}

export function registerIntegrationRoutes(
  route: Route,
  context: Context,
  { providers, progress }: IntegrationParts,
): void {
  const requireProvider = (wanted: ProviderId): Provider => {
    const provider = providers.find(({ id }) => id === wanted);
    if (provider) return provider;
    throw new AppError('NOT_FOUND', `This server is not set up to connect ${wanted}.`);
  };
  const requireOwn = (personId: string, id: string) =>
    findOwnIntegration(context.db, providers, personId, id);
  const describe = async (personId: string, id: string) => {
    const all = await listIntegrations(context, providers, personId);
    const found = all.find((one) => one.id === id);
    if (found) return found;
    throw notFound('Integration');
  };

  route('GET /api/integrations', async ({ person }) => {
    const [integrations, sandbox] = await Promise.all([
      listIntegrations(context, providers, person.id),
      sandboxHelp(context, person),
    ]);
    const availableProviders = providers.map(({ id }) => id);
    return { integrations, availableProviders, ...(sandbox && { sandbox }) };
  });

  route('POST /api/integrations/{provider}/auth', async ({ params, person }) =>
    beginConnection(context, requireProvider(params.provider), person.id),
  );

  route('GET /api/integrations/{provider}/oauth/callback', async (input) => {
    const { params, query, request, reply } = input;
    const back = new URL(`${context.config.webUrl}/oauth/success`);
    try {
      const provider = requireProvider(params.provider);
      if (provider.connect.kind !== 'oauth' || !('open' in provider)) throw notFound('Page');
      const { connect } = provider;
      await finishConnection(context, { ...provider, connect }, query);
      back.searchParams.set('success', 'true');
    } catch (error) {
      request.log.warn({ err: error, provider: params.provider }, 'a connection failed');
      back.searchParams.set('error', messageFor(error));
    }
    back.searchParams.set('provider', params.provider);
    return reply.header('cache-control', 'no-store').redirect(back.href);
  });

  route('POST /api/integrations/{provider}/callback', async ({ params, body, person }) =>
    completeConnection(context, providers, requireProvider(params.provider), person.id, body),
  );

  route('POST /api/webhooks/v1/{provider}/{integrationId}', async ({ params, body, request }) => {
    const provider = requireProvider(params.provider);
    if (!('receive' in provider)) throw notFound('Webhook');
    const token = bearerToken(request);
    return receiveDelivery(context, provider, params.integrationId, { token, payload: body });
  });

  route('GET /api/integrations/events', async ({ person, request, reply }) =>
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(progress.watch(person, request.headers['last-event-id']?.toString())),
  );

  route('GET /api/integrations/{id}/set-aside', async ({ params, person }) => {
    const { id } = await requireOwn(person.id, params.id);
    return listSetAside(context.db, id);
  });

  route('POST /api/integrations/{id}/set-aside/retry', async ({ params, body, person }) => {
    const own = await requireOwn(person.id, params.id);
    requireUsable(own);
    await retryItems(context, own, body.itemId);
    return { integration: await describe(person.id, own.id) };
  });

  route('GET /api/integrations/{id}/completeness', async ({ params, person }) =>
    readCompleteness(context.db, await requireOwn(person.id, params.id)),
  );

  route('POST /api/integrations/{id}/completeness', async ({ params, person }) => {
    const own = await requireOwn(person.id, params.id);
    requireUsable(own);
    await requestCheck(context.db, own.id);
    return { integration: await describe(person.id, own.id) };
  });

  route('GET /api/integrations/{id}/whereabouts', async ({ params, query, person }) =>
    findWhereabouts(context, await requireOwn(person.id, params.id), query.message),
  );

  route('POST /api/integrations/{id}/webhook-token', async ({ params, person }) => {
    const own = await requireOwn(person.id, params.id);
    await replaceWebhookToken(context, own);
    return { integration: await describe(person.id, own.id) };
  });

  route('DELETE /api/integrations/{id}', async ({ params, person }) => {
    await disconnect(context, providers, person.id, params.id);
    return {};
  });

  route('POST /api/integrations/{id}/sync', async ({ params, person }) => ({
    integration: await requestSync(context, providers, person.id, params.id),
  }));

  route('GET /api/accounts/discover', async ({ query, person }) =>
    discoverDomains(context, providers, person.id, query),
  );

  route('POST /api/accounts/preview', async ({ body, person }) =>
    previewImport(context, providers, person.id, body.domains),
  );
}

const messageFor = (error: unknown): string =>
  error instanceof AppError ? error.message : 'The connection failed on the server. Try again.';
