import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import {
  administratorsFrom,
  requireOfAdministrators,
  requireOfMembers,
} from '../../sign-in-factors/require-factor.ts';
import { findAdminOrganization } from '../list-organizations.ts';

export function registerSecondFactorRuleRoutes(route: Route, { db }: Context): void {
  route('PUT /api/admin/organizations/{id}/second-factor', async ({ params, body, person }) => {
    await requireOfMembers(db, person, { ...params, ...body });
    return { organization: await findAdminOrganization(db, params.id) };
  });
  route('GET /api/admin/second-factor', async () => ({
    secondFactorFrom: await administratorsFrom(db),
  }));
  route('PUT /api/admin/second-factor', async ({ body, person }) => {
    await requireOfAdministrators(db, person, body);
    return { secondFactorFrom: await administratorsFrom(db) };
  });
}
