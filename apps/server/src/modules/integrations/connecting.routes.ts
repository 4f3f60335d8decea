import type { Context } from '#platform/context.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import type { Route } from '#platform/http/handlers.ts';
import { startConnection } from './connect/start-connection.ts';
import { completeConnection } from './connect/complete-connection.ts';
import { connectServerLogin, findServer } from './connect/connect-server-login.ts';
import { describeIntegration } from './describe-integration.ts';
import { isApprovalState, recordApproval } from './connect/approvals.ts';
import { confirmConnection } from './connect/confirm-connection.ts';
import { disconnect } from './connect/disconnect.ts';
import { receiveGrant } from './connect/receive-grant.ts';
import type { Provider } from './provider.ts';
import { listProblems } from './provider-problems.ts';
import { requireProvider } from './connect/require-provider.ts';

export function registerConnectingRoutes(
  route: Route,
  context: Context,
  providers: readonly Provider[],
): void {
  route('GET /api/admin/provider-problems', async () => {
    const problems = await listProblems(context.db);
    return {
      problems: problems.map(({ grantor, message, since }) => ({
        grantor,
        message,
        since: since.toISOString(),
      })),
    };
  });

  route('POST /api/integrations/{provider}/auth', async ({ params, query, person }) =>
    startConnection(
      context,
      requireProvider(providers, params.provider),
      person.id,
      query.capturesText,
    ),
  );

  route('GET /api/integrations/{provider}/oauth/callback', async (input) => {
    const { params, query, request, reply } = input;
    const back = new URL(`${context.config.webUrl}/oauth/success`);
    const maintenance = context.maintenance?.current();
    // A page in a browser: it can read no other answer. The state still works afterwards.
    if (maintenance !== undefined) {
      back.searchParams.set('error', maintenance.message);
      back.searchParams.set('provider', params.provider);
      return reply.header('cache-control', 'no-store').redirect(back.href);
    }
    if (isApprovalState(query.state ?? '')) {
      // An administrator's answer, who may have no account here.
      const isGranted = query.error === undefined && query.admin_consent?.toLowerCase() === 'true';
      const isKnown =
        isGranted && (await recordApproval(context.db, params.provider, query.state ?? ''));
      back.searchParams.set('approved', String(isKnown));
      return reply.header('cache-control', 'no-store').redirect(back.href);
    }
    try {
      const provider = oauthProvider(requireProvider(providers, params.provider));
      if (provider === undefined) throw notFound('Page');
      const confirm = await receiveGrant(context, provider, query);
      back.searchParams.set('success', 'true');
      back.searchParams.set('confirm', confirm);
    } catch (error) {
      request.log.warn({ err: error, provider: params.provider }, 'a connection failed');
      back.searchParams.set('error', messageFor(error));
    }
    back.searchParams.set('provider', params.provider);
    return reply.header('cache-control', 'no-store').redirect(back.href);
  });

  route('POST /api/integrations/{provider}/callback', async ({ params, body, person }) => {
    const provider = requireProvider(providers, params.provider);
    if (!('confirm' in body)) {
      return completeConnection(context, providers, provider, person.id, body);
    }
    const confirmed = oauthProvider(provider);
    if (confirmed === undefined) {
      throw new AppError('CONFLICT', `${provider.name} needs no confirmation.`);
    }
    return confirmConnection(context, providers, confirmed, person.id, body.confirm);
  });

  route('POST /api/integrations/{provider}/find-server', async ({ params, body, person }) => {
    const provider = serverLoginProvider(requireProvider(providers, params.provider));
    return { found: await findServer(context, provider, person.id, body.address) };
  });

  route('POST /api/integrations/{provider}/sign-in', async ({ params, body, person }) => {
    const provider = serverLoginProvider(requireProvider(providers, params.provider));
    const id = await connectServerLogin(context, provider, person.id, body);
    return { integration: await describeIntegration(context, providers, person.id, id) };
  });

  route('DELETE /api/integrations/{id}', async ({ params, person }) => {
    await disconnect(context, providers, person.id, params.id);
    return {};
  });
}

function oauthProvider(provider: Provider) {
  if (provider.connect.kind !== 'oauth' || !('open' in provider)) return undefined;
  return { ...provider, connect: provider.connect };
}

function serverLoginProvider(provider: Provider) {
  if (provider.connect.kind === 'server-login' && 'open' in provider) {
    return { ...provider, connect: provider.connect };
  }
  throw new AppError('CONFLICT', `${provider.name} is not connected with a password.`);
}

const messageFor = (error: unknown): string =>
  error instanceof AppError ? error.message : 'The connection failed on the server. Try again.';
