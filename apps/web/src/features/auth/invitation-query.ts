import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../../lib/api/call.ts';

/** What the link of an invitation leads to. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      const { invitation } = await callOrThrow('POST /api/invitations/open', {
        body: { token },
        signal,
      });
      return invitation;
    },
  });
