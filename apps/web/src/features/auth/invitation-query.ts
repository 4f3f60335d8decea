import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      const { invitation } = await apiRequestOrThrow('POST /api/invitations/open', {
        body: { token },
        signal,
      });
      return invitation;
    },
  });
