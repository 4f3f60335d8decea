import type { ProtectedAddress } from '@repo/contract/protected-addresses';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetActivities, refreshActivities } from '../activities/refresh-activities.ts';
import { apiRequestOrThrow } from '../api/api-request.ts';

/** The key of the query that lists the addresses that the user protects. */
export const PROTECTED_ADDRESSES = ['protected-addresses'];

type Choice = Pick<ProtectedAddress, 'address' | 'shares'>;

/** The effect of each choice on conversations with a protected address. */
export const PROTECTED_TEXTS: Record<Choice['shares'], string> = {
  nothing: 'Nothing',
  activity: 'Activity only',
};

/** Protects an address or a domain, or changes how much of its conversations is shared. */
export function useProtectAddress() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Choice) =>
      (await apiRequestOrThrow('PUT /api/protected-addresses', { body })).protected,
    onSuccess: () => forgetActivities(client),
    onSettled: () => {
      refreshActivities(client);
      return client.invalidateQueries({ queryKey: PROTECTED_ADDRESSES });
    },
  });
}
