import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { upsertAccount } from '../account-upsert/upsert-account.ts';
import { importAccounts, previewAccounts } from './import-accounts.ts';

export function registerAccountImportRoutes(route: Route, { db }: Context): void {
  route('POST /api/workspaces/{workspaceId}/account-import/preview', ({ person, params, body }) =>
    previewAccounts(db, person, { ...params, ...body }),
  );

  route('POST /api/workspaces/{workspaceId}/account-import', async ({ person, params, body }) => ({
    rows: await importAccounts(db, person, { ...params, ...body }),
  }));

  route('PUT /api/workspaces/{workspaceId}/accounts/by-domain/{domain}', (given) =>
    upsertAccount(db, given.person, { ...given.params, ...given.body }),
  );
}
