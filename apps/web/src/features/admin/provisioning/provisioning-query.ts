import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { adminKeys } from '../admin-keys.ts';

export const provisioningQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.provisioning(id),
    queryFn: async ({ signal }) => {
      const { provisioning } = await apiRequestOrThrow(
        'GET /api/admin/organizations/{id}/provisioning',
        { params: { id }, signal },
      );
      return provisioning;
    },
  });
