import type { Context } from '../../platform/context.ts';
import type { Route } from '../../platform/http/route.ts';
import { listWorkspaces } from './list-workspaces.ts';

export function registerWorkspaceRoutes(route: Route, { db }: Context): void {
  route('GET /api/workspaces', async ({ person }) => ({
    items: await listWorkspaces(db, person.id),
  }));
}
