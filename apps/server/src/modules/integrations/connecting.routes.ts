import type { Context } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Route } from '../../platform/http/route.ts';
import { beginConnection } from './connect/begin-connection.ts';
import { completeConnection } from './connect/complete-connection.ts';
import { disconnect } from './connect/disconnect.ts';
import { finishConnection } from './connect/finish-connection.ts';
import type { Provider } from './provider.ts';
import { requireProvider } from './require-provider.ts';

export function registerConnectingRoutes(
  route: Route,
  context: Context,
  providers: readonly Provider[],
): void {
  route('POST /api/integrations/{provider}/auth', async ({ params, person }) =>
    beginConnection(context, requireProvider(providers, params.provider), person.id),
  );

  route('GET /api/integrations/{provider}/oauth/callback', async (input) => {
    const { params, query, request, reply } = input;
    const back = new URL(`${context.config.webUrl}/oauth/success`);
    try {
      const provider = requireProvider(providers, params.provider);
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

  route('POST /api/integrations/{provider}/callback', async ({ params, body, person }) => {
    const provider = requireProvider(providers, params.provider);
    return completeConnection(context, providers, provider, person.id, body);
  });

  route('DELETE /api/integrations/{id}', async ({ params, person }) => {
    await disconnect(context, providers, person.id, params.id);
    return {};
  });
}

const messageFor = (error: unknown): string =>
  error instanceof AppError ? error.message : 'The connection failed on the server. Try again.';
