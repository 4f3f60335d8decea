import type { ProviderId } from '@repo/contract/integrations';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Route } from '../../platform/http/route.ts';
import { beginConnection } from './connect/begin-connection.ts';
import { disconnect } from './connect/disconnect.ts';
import { finishConnection } from './connect/finish-connection.ts';
import { discoverDomains } from './discovery/discover-domains.ts';
import { listIntegrations } from './list-integrations.ts';
import type { Provider } from './provider.ts';
import { requestSync } from './request-sync.ts';

export function registerIntegrationRoutes(
  route: Route,
  context: Context,
  providers: readonly Provider[],
): void {
  const requireProvider = (wanted: ProviderId): Provider => {
    const provider = providers.find(({ id }) => id === wanted);
    if (provider) return provider;
    throw new AppError('NOT_FOUND', `This server is not set up to connect ${wanted}.`);
  };

  route('GET /api/integrations', async ({ person }) => ({
    integrations: await listIntegrations(context.db, providers, person.id),
    availableProviders: providers.map(({ id }) => id),
  }));

  route('POST /api/integrations/{provider}/auth', async ({ params, person }) =>
    beginConnection(context, requireProvider(params.provider), person.id),
  );

  route('GET /api/integrations/{provider}/oauth/callback', async (input) => {
    const { params, query, request, reply } = input;
    const back = new URL(`${context.config.webUrl}/oauth/success`);
    try {
      await finishConnection(context, requireProvider(params.provider), query);
      back.searchParams.set('success', 'true');
    } catch (error) {
      request.log.warn({ err: error, provider: params.provider }, 'a connection failed');
      back.searchParams.set('error', messageFor(error));
    }
    back.searchParams.set('provider', params.provider);
    return reply.header('cache-control', 'no-store').redirect(back.href);
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
}

const messageFor = (error: unknown): string =>
  error instanceof AppError ? error.message : 'The connection failed on the server. Try again.';
