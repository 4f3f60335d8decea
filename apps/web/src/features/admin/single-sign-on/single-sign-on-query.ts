import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { adminKeys } from '../admin-keys.ts';

/** Read again each time, because an edit begins with the current state. */
export const singleSignOnQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.singleSignOn(id),
    queryFn: async ({ signal }) => {
      const { singleSignOn } = await apiRequestOrThrow('GET /api/admin/organizations/{id}/sso', {
        params: { id },
        signal,
      });
      return singleSignOn;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
