import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../../lib/api/call.ts';
import { adminKeys } from './admin-keys.ts';

/** A workspace as administrators see it. */
export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.workspace(id),
    queryFn: async ({ signal }) =>
      (await callOrThrow('GET /api/admin/workspaces/{id}', { params: { id }, signal })).workspace,
  });
