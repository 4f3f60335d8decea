import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../../../lib/api/api-request.ts';
import { adminKeys } from '../admin-keys.ts';

/** A workspace as administrators see it. */
export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.workspace(id),
    queryFn: async ({ signal }) =>
      (await apiRequestOrThrow('GET /api/admin/workspaces/{id}', { params: { id }, signal }))
        .workspace,
  });
