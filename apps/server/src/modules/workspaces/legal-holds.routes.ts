import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { liftHold, placeHold, showHold } from './holds/place-hold.ts';

/** Accounts that retention and deletion leave alone. */
export function registerLegalHoldRoutes(route: Route, { db }: Context): void {
  route('GET /api/workspaces/{workspaceId}/accounts/{accountId}/hold', async (given) => ({
    legalHold: await showHold(db, given.person, given.params),
  }));
  route('PUT /api/workspaces/{workspaceId}/accounts/{accountId}/hold', async (given) => ({
    legalHold: await placeHold(db, given.person, { ...given.params, ...given.body }),
  }));
  route('DELETE /api/workspaces/{workspaceId}/accounts/{accountId}/hold', async (given) => {
    await liftHold(db, given.person, given.params);
    return {};
  });
}
