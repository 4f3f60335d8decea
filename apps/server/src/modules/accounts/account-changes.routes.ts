import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { listNoteVersions } from './editing/note-versions.ts';
import { renameAccount } from './rename-account.ts';
import { setAccountNote } from './set-account-note.ts';
import { setAccountOwner } from './set-account-owner.ts';
import { setAccountOwners } from './editing/set-account-owners.ts';

export function registerAccountChangeRoutes(route: Route, { db }: Context): void {
  route('PATCH /api/accounts/{accountId}', async ({ person, params, body }) => {
    await renameAccount(db, person, { ...params, ...body });
    return {};
  });

  route('PUT /api/accounts/{accountId}/owner', async ({ person, params, body }) => {
    await setAccountOwner(db, person, { ...params, ...body });
    return {};
  });

  route('PUT /api/workspaces/{workspaceId}/accounts/owners', async ({ person, params, body }) => ({
    outcomes: await setAccountOwners(db, person, { ...params, ...body }),
  }));

  route('GET /api/accounts/{accountId}/note-versions', async ({ person, params }) => ({
    versions: await listNoteVersions(db, person.id, params.accountId),
  }));

  route('PUT /api/accounts/{accountId}/note', async ({ person, params, body }) => {
    await setAccountNote(db, person, { ...params, ...body });
    return {};
  });
}
