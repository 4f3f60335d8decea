import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { chooseDefaultView, createView, deleteView, updateView } from './change-views.ts';
import { listViews } from './list-views.ts';

export function registerViewRoutes(route: Route, { db }: Context): void {
  route('GET /api/workspaces/{workspaceId}/views', ({ person, params }) =>
    listViews(db, { userId: person.id, ...params }),
  );
  route('POST /api/workspaces/{workspaceId}/views', async ({ person, params, body }) => ({
    view: await createView(db, { userId: person.id, ...params }, body),
  }));
  route('PATCH /api/workspaces/{workspaceId}/views/{viewId}', async ({ person, params, body }) => ({
    view: await updateView(db, { userId: person.id, ...params }, body),
  }));
  route('DELETE /api/workspaces/{workspaceId}/views/{viewId}', async ({ person, params }) => {
    await deleteView(db, { userId: person.id, ...params });
    return {};
  });
  route('PUT /api/workspaces/{workspaceId}/default-view', async ({ person, params, body }) => {
    await chooseDefaultView(db, { userId: person.id, ...params, ...body });
    return {};
  });
}
