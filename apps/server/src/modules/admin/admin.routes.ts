import { Readable } from 'node:stream';
import type { Context } from '#platform/context.ts';
import { isKeyHolder } from '#platform/http/admit-key.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Route } from '#platform/http/handlers.ts';
import type { QueuedJob } from '#platform/jobs/jobs.ts';
import { exportChanges } from '../audit/export-changes.ts';
import { listChanges } from '../audit/list-changes.ts';
import { findUser } from '../users/find-user.ts';
import { addOrganization } from './add-organization.ts';
import { addWorkspace } from './add-workspace.ts';
import { archiveOrganization } from './archiving/archive-organization.ts';
import { archiveWorkspace } from './archiving/archive-workspace.ts';
import { changeOrganization } from './organizations/change-organization.ts';
import { changeWorkspace } from './organizations/change-workspace.ts';
import { findResetStatus } from './reset/find-reset-status.ts';
import { inviteUser } from './invite-user.ts';
import { listConnections } from './lists/list-connections.ts';
import { listOrganizations } from './list-organizations.ts';
import { listUsers } from './list-users.ts';
import { nameAccounts } from './lists/name-accounts.ts';
import { findAdminWorkspace, listAllWorkspaces } from './list-all-workspaces.ts';
import { resetUserData } from './reset/reset-user-data.ts';
import { registerSecondFactorRuleRoutes } from './organizations/second-factor-routes.ts';
import { sendPasswordReset } from './send-password-reset.ts';
import { measureStorageHourly } from './status/measure-storage.ts';
import { readStatus } from './status/read-status.ts';
import { keysSpareAdministrators, updateUser } from './update-user.ts';

export function registerAdminRoutes(
  route: Route,
  context: Context,
  providers: readonly { id: string; name: string }[],
  jobs: readonly QueuedJob<object>[],
): void {
  const { db } = context;
  const requireUser = async (id: string) => {
    const user = await findUser(db, id);
    if (user === undefined) throw notFound('User');
    return { user };
  };

  route('GET /api/admin/users', ({ query }) => listUsers(db, query));
  route('POST /api/admin/users/invite', ({ body, person }) => {
    if (body.isAdmin === true && isKeyHolder(person)) throw keysSpareAdministrators();
    return inviteUser(context, person, body);
  });
  route('GET /api/admin/users/{id}', ({ params }) => requireUser(params.id));
  route('PUT /api/admin/users/{id}', async ({ params, body, person }) => {
    const sparesAdministrators = isKeyHolder(person);
    await updateUser(context, person, { ...body, userId: params.id, sparesAdministrators });
    return requireUser(params.id);
  });
  route('GET /api/admin/users/{id}/password-reset-status', ({ params }) =>
    findResetStatus(db, params.id),
  );
  route('POST /api/admin/users/{id}/password-reset', ({ params, person }) =>
    sendPasswordReset(context, person, params.id),
  );
  route('DELETE /api/admin/reset/user-data', ({ body, person }) =>
    resetUserData(context, person, body.email),
  );

  registerSecondFactorRuleRoutes(route, context);
  route('GET /api/admin/organizations', ({ query }) => listOrganizations(db, query));
  route('POST /api/admin/organizations', async ({ body, person }) => ({
    organization: await addOrganization(db, person, body),
  }));
  route('GET /api/admin/workspaces', ({ query }) => listAllWorkspaces(db, query));
  route('POST /api/admin/workspaces', async ({ body, person }) => ({
    workspace: await addWorkspace(db, person, body),
  }));
  route('GET /api/admin/workspaces/{id}', async ({ params }) => ({
    workspace: await findAdminWorkspace(db, params.id),
  }));
  route('PATCH /api/admin/organizations/{id}', async ({ params, body, person }) => ({
    organization: await changeOrganization(db, person, { ...params, ...body }),
  }));
  route('PATCH /api/admin/workspaces/{id}', async ({ params, body, person }) => ({
    workspace: await changeWorkspace(db, person, { ...params, ...body }),
  }));
  route('PUT /api/admin/organizations/{id}/archived', async ({ params, body, person }) => ({
    organization: await archiveOrganization(db, person, { ...params, ...body }),
  }));
  route('PUT /api/admin/workspaces/{id}/archived', async ({ params, body, person }) => ({
    workspace: await archiveWorkspace(db, person, { ...params, ...body }),
  }));
  route('GET /api/admin/connections', ({ query }) => listConnections(db, providers, query));
  route('GET /api/admin/audit', async ({ person, query }) => {
    const page = await listChanges(db, query);
    // The names of accounts need their own scope; the entries have ids for the others.
    if (isKeyHolder(person) && !person.scopes.includes('accounts:read')) return page;
    return { ...page, items: await nameAccounts(db, person.id, page.items) };
  });
  route('GET /api/admin/audit/export', async ({ person, query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .send(
        Readable.from(exportChanges(db, query, (entries) => nameAccounts(db, person.id, entries))),
      ),
  );

  const sources = { jobs, providers, measureStorage: measureStorageHourly(db) };
  route('GET /api/admin/status', () => readStatus(context, sources));
}
