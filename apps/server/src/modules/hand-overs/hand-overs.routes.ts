import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { requireManager } from '#modules/workspaces/manager.ts';
import { bringBack, handOver } from './hand-over.ts';
import { planLeaving } from './plan-leaving.ts';
import { findHandOver, listHandOvers } from './leaving/stored-hand-over.ts';

/** Users who leave: all workspaces, or one. */
export function registerHandOverRoutes(route: Route, context: Context): void {
  const { db } = context;
  const ofUser = ({ id }: { id: string }) => ({ userId: id, workspaceId: null });
  route('GET /api/admin/users/{id}/hand-over', async ({ params, person }) => ({
    handOver: (await findHandOver(db, ofUser(params))) ?? null,
    plan: await planLeaving(db, person.id, ofUser(params)),
  }));
  route('POST /api/admin/users/{id}/hand-over', async ({ params, body, person }) => ({
    handOver: await handOver(context, person, { ...ofUser(params), ...body }),
  }));
  route('DELETE /api/admin/users/{id}/hand-over', ({ params, person }) =>
    bringBack(context, person, ofUser(params)),
  );

  route('GET /api/workspaces/{workspaceId}/hand-overs', async ({ params, person }) => {
    await requireManager(db, person, params.workspaceId);
    return { items: await listHandOvers(db, params.workspaceId) };
  });
  route(
    'GET /api/workspaces/{workspaceId}/members/{userId}/hand-over',
    async ({ params, person }) => {
      await requireManager(db, person, params.workspaceId);
      return { plan: await planLeaving(db, person.id, params) };
    },
  );
  route(
    'POST /api/workspaces/{workspaceId}/members/{userId}/hand-over',
    async ({ params, body, person }) => ({
      handOver: await handOver(context, person, { ...params, ...body }),
    }),
  );
  route('DELETE /api/workspaces/{workspaceId}/members/{userId}/hand-over', ({ params, person }) =>
    bringBack(context, person, params),
  );
}
