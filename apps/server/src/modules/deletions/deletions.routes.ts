import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { deleteSelf } from './deleting/delete-self.ts';
import { deleteMember, deleteUser } from './deleting/delete-user.ts';
import { planMember, planWhole } from './planning/plan-deletion.ts';

/** Deleting users: by an administrator, an owner, or themselves. */
export function registerDeletionRoutes(route: Route, context: Context): void {
  const { db } = context;
  route('GET /api/auth/deletion', async ({ person }) => ({
    plan: await planWhole(db, person.id, person.id),
  }));
  route('POST /api/auth/deletion', ({ person, body, request }) =>
    deleteSelf(context, person, { ...body, from: request.ip }),
  );
  route('GET /api/admin/users/{id}/deletion', async ({ params, person }) => ({
    plan: await planWhole(db, person.id, params.id),
  }));
  route('POST /api/admin/users/{id}/deletion', ({ params, body, person }) =>
    deleteUser(context, person, { userId: params.id, ...body }),
  );
  route(
    'GET /api/workspaces/{workspaceId}/members/{userId}/deletion',
    async ({ params, person }) => ({ plan: await planMember(db, person, params) }),
  );
  route(
    'POST /api/workspaces/{workspaceId}/members/{userId}/deletion',
    ({ params, body, person }) => deleteMember(context, person, { ...params, ...body }),
  );
}
