import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readList } from '#lib/api/read-list.ts';
import { PROTECTED_ADDRESSES, useProtectAddress } from '#lib/sharing/protected-addresses.ts';
import { isShownProtection, ProtectedList, ProtectForm } from '#lib/sharing/protected-list.tsx';
import { refreshActivities } from '#lib/activities/refresh-activities.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';

/** The addresses and domains that the user shares less of, whatever the shares of domains say. */
export function ProtectedAddresses() {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: PROTECTED_ADDRESSES,
    queryFn: async ({ signal }) => {
      const { addresses } = await apiRequestOrThrow('GET /api/protected-addresses', { signal });
      return readList(addresses, 'protected addresses', isShownProtection, {
        address: 'text',
        activityCount: 'count',
      });
    },
  });
  const { mutateAsync: protect } = useProtectAddress();
  const end = async (address: string) => {
    try {
      await apiRequestOrThrow('DELETE /api/protected-addresses/{address}', { params: { address } });
    } finally {
      refreshActivities(client);
      await client.invalidateQueries({ queryKey: PROTECTED_ADDRESSES });
    }
  };
  return (
    <section aria-labelledby="protected-addresses" className="flex flex-col gap-2">
      <h2 id="protected-addresses" className="font-semibold">
        Protected Addresses
      </h2>
      <p className="text-muted">
        When one of these takes part in a conversation, even in Bcc, colleagues see no more of your
        copies than you choose here, whatever you share. Colleagues who have it too still share
        theirs.
      </p>
      <ProtectForm protect={protect} />
      {data === undefined && error !== null ? (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to load your protected addresses
        </FailureBanner>
      ) : null}
      <ProtectedList addresses={data ?? []} change={{ protect, end }} />
    </section>
  );
}
