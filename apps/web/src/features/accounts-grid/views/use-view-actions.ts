import type { SavedView, ViewState } from '@repo/contract/saved-views';
import type { Workspace } from '@repo/contract/workspaces';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { workspacesQuery } from '#lib/workspaces/workspaces-query.ts';
import { toast } from '#ui/feedback/toast.ts';
import { viewsQuery } from './views-query.ts';

type Change = { name?: string; isShared?: boolean; state?: ViewState };

type Action = {
  view: SavedView;
  /** Undefined deletes the view. */
  change: Change | undefined;
  done: string;
};

/** Loads the views again, and the workspaces, which name the view that opens by default. */
export function useRefreshViews({ id }: Workspace): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [viewsQuery(id), workspacesQuery].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
}

/** Changes and deletes views, and shows the result in a toast. */
export function useViewActions(workspace: Workspace) {
  const refresh = useRefreshViews(workspace);
  const change = useMutation({
    mutationFn: async ({ view, change: body }: Action) => {
      const params = { workspaceId: workspace.id, viewId: view.id };
      if (body === undefined) {
        await apiRequestOrThrow('DELETE /api/workspaces/{workspaceId}/views/{viewId}', { params });
      } else {
        const path = 'PATCH /api/workspaces/{workspaceId}/views/{viewId}';
        await apiRequestOrThrow(path, { params, body });
      }
      await refresh();
    },
    onSuccess: (_, { done }) => toast.success(done),
    onError: (error, { view }) => fail(error, view.name),
  });
  const choose = useMutation({
    mutationFn: async ({ view, isDefault }: { view: SavedView; isDefault: boolean }) => {
      await apiRequestOrThrow('PUT /api/workspaces/{workspaceId}/default-view', {
        params: { workspaceId: workspace.id },
        body: { viewId: isDefault ? view.id : null },
      });
      await refresh();
    },
    onSuccess: (_, { view, isDefault }) =>
      toast.success(
        isDefault ? `${view.name} opens by default` : 'All accounts open by default again',
      ),
    onError: (error, { view }) => fail(error, view.name),
  });
  return { change, choose };
}

function fail(error: unknown, name: string): void {
  toast.error(`Failed to change ${name}`, {
    description: failureMessage(error, 'Please try again.'),
  });
}
