import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { adminKeys } from '../admin-keys.ts';

export const groupRolesQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.groupRoles(id),
    queryFn: async ({ signal }) => {
      const { groupRoles } = await apiRequestOrThrow(
        'GET /api/admin/organizations/{id}/group-roles',
        { params: { id }, signal },
      );
      return groupRoles;
    },
  });
