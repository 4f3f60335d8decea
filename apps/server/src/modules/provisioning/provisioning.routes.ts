import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { removeGroupRole, setGroupRole } from './managing/group-roles.ts';
import { readGroupRoles } from './managing/read-group-roles.ts';
import { readProvisioning } from './managing/read-provisioning.ts';
import { createProvisioningToken, revokeProvisioningToken } from './managing/tokens.ts';
import { applyRolesForRequest } from './roles/apply-roles.job.ts';

/** The set-up of provisioning, for administrators. The provider's own calls are in `scim.routes.ts`. */
export function registerProvisioningRoutes(route: Route, context: Context): void {
  const { config, db } = context;
  const read = (id: string) => readProvisioning(config, db, id);

  route('GET /api/admin/organizations/{id}/provisioning', async ({ params }) => ({
    provisioning: await read(params.id),
  }));
  route('POST /api/admin/organizations/{id}/provisioning/tokens', async ({ params, person }) => {
    const token = await createProvisioningToken(db, person, params.id);
    return { token, provisioning: await read(params.id) };
  });
  route(
    'DELETE /api/admin/organizations/{id}/provisioning/tokens/{tokenId}',
    async ({ params, person }) => {
      await revokeProvisioningToken(db, person, params);
      return { provisioning: await read(params.id) };
    },
  );
  registerGroupRoles(route, context);
}

function registerGroupRoles(route: Route, context: Context): void {
  const { db } = context;
  const read = async (id: string) => ({ groupRoles: await readGroupRoles(db, id) });

  route('GET /api/admin/organizations/{id}/group-roles', ({ params }) => read(params.id));
  route('PUT /api/admin/organizations/{id}/group-roles', async ({ params, body, person }) => {
    await setGroupRole(db, person, params.id, body);
    await applyRolesForRequest(context, { organizationId: params.id });
    return read(params.id);
  });
  route(
    'DELETE /api/admin/organizations/{id}/group-roles/{groupRoleId}',
    async ({ params, person }) => {
      await removeGroupRole(db, person, params);
      await applyRolesForRequest(context, { organizationId: params.id });
      return read(params.id);
    },
  );
}
