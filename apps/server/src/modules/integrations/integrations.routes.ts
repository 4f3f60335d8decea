import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { registerConnectingRoutes } from './connecting.routes.ts';
import { describeApprovals } from './connect/describe-approvals.ts';
import { toProviderDescriptor } from './provider-descriptor.ts';
import { registerDiscoveryRoutes } from './discovery.routes.ts';
import { registerHistoryRoutes } from './history.routes.ts';
import { firstOfEach, listConnections } from './list-integrations.ts';
import { registerMailFileRoutes } from './mail-files/mail-files.routes.ts';
import type { EventStream } from './event-stream.ts';
import type { Provider } from './provider.ts';
import { sandboxHelp } from './sandbox-help.ts';
import { registerSyncingRoutes } from './syncing.routes.ts';
import { registerWebhookRoutes } from './webhooks.routes.ts';

export interface IntegrationParts {
  providers: readonly Provider[];
  eventStream: EventStream;
}

/** Registers all routes of the module; the files in this folder implement them by subject. */
export function registerIntegrationRoutes(
  route: Route,
  context: Context,
  { providers, eventStream }: IntegrationParts,
): void {
  route('GET /api/integrations', async ({ person }) => {
    const [connections, sandbox, approvals] = await Promise.all([
      listConnections(context, providers, person.id),
      sandboxHelp(context, person),
      describeApprovals(context, providers, person.id),
    ]);
    const availableProviders = providers.map(({ id }) => id);
    const described = providers.map(toProviderDescriptor);
    return {
      integrations: firstOfEach(connections),
      connections,
      availableProviders,
      providers: described,
      ...(approvals.length > 0 && { approvals }),
      ...(sandbox && { sandbox }),
    };
  });

  route('GET /api/integrations/events', async ({ person, request, reply }) =>
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(eventStream.subscribe(person, request.headers['last-event-id']?.toString())),
  );

  registerConnectingRoutes(route, context, providers);
  registerWebhookRoutes(route, context, providers);
  registerSyncingRoutes(route, context, providers);
  registerDiscoveryRoutes(route, context, providers);
  registerHistoryRoutes(route, context, providers);
  registerMailFileRoutes(route, context);
}
