import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { changeFavourites, readOwnAccounts, visitAccount } from './own-accounts.ts';

export function registerOwnAccountRoutes(route: Route, { db }: Context): void {
  route('GET /api/workspaces/{workspaceId}/own-accounts', ({ person, params }) =>
    readOwnAccounts(db, { userId: person.id, ...params }),
  );
  route('PUT /api/workspaces/{workspaceId}/favourites', async ({ person, params, body }) => {
    await changeFavourites(db, { userId: person.id, ...params }, body);
    return {};
  });
  route('POST /api/accounts/{accountId}/visit', async ({ person, params }) => {
    await visitAccount(db, { userId: person.id, ...params });
    return {};
  });
}
