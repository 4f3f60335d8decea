import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { discoverDomains } from './discovery/discover-domains.ts';
import { previewImport } from './discovery/preview-import.ts';
import type { Provider } from './provider.ts';

export function registerDiscoveryRoutes(
  route: Route,
  context: Context,
  providers: readonly Provider[],
): void {
  route('GET /api/accounts/discover', async ({ query, person }) =>
    discoverDomains(context, providers, person.id, query),
  );

  route('POST /api/accounts/preview', async ({ body, person }) =>
    previewImport(context, providers, person.id, body.domains),
  );
}
