import type { Context } from '#platform/context.ts';
import type { Route } from '#platform/http/handlers.ts';
import { chooseWorkspaceRetention } from './retention/choose-workspace-retention.ts';
import {
  previewWorkspaceRetention,
  showWorkspaceRetention,
} from './retention/read-workspace-retention.ts';

/** For how long a workspace keeps what its members share. */
export function registerWorkspaceRetentionRoutes(route: Route, context: Context): void {
  const { db } = context;
  route('GET /api/workspaces/{workspaceId}/retention', ({ params, person }) =>
    showWorkspaceRetention(db, person, params.workspaceId),
  );
  route('GET /api/workspaces/{workspaceId}/retention/preview', ({ params, query, person }) =>
    previewWorkspaceRetention(db, person, { ...params, ...query }),
  );
  route('PUT /api/workspaces/{workspaceId}/retention', ({ params, body, person }) =>
    chooseWorkspaceRetention(context, person, { ...params, ...body }),
  );
}
