import type { Integration } from '@repo/contract/integrations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Button } from '#ui/forms/button.tsx';

/** When the reader's mailboxes and calendars were checked last, and a button that checks them again. */
export function CheckNow() {
  const client = useQueryClient();
  const { data } = useQuery(integrationsQuery);
  const checked = (data?.integrations ?? []).filter(isCheckedAtWill);
  const check = useMutation({
    mutationFn: () =>
      Promise.all(
        checked.map(({ id }) =>
          apiRequestOrThrow('POST /api/integrations/{id}/sync', { params: { id } }),
        ),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: integrationsQuery.queryKey }),
  });
  if (checked.length === 0) return null;
  const isChecking = check.isPending || checked.some(({ progress }) => progress !== undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-grid text-muted" aria-live="polite">
        {check.error === null ? (
          <LastCheck connections={checked} />
        ) : (
          failureMessage(check.error, 'Failed to check')
        )}
      </p>
      <Button
        size="small"
        loading={isChecking}
        loadingLabel="Checking..."
        onClick={() => check.mutate()}
      >
        Check Now
      </Button>
    </div>
  );
}

/**
 * Skips connections that need to be connected again, and those of providers with a daily limit of requests.
 */
const isCheckedAtWill = ({
  isConnected,
  needsReauth,
  connectionData,
  requestBudget,
}: Integration) =>
  isConnected && !needsReauth && connectionData === undefined && requestBudget === undefined;

/** The earliest check: all connections were checked since. */
function LastCheck({ connections }: { connections: readonly Integration[] }) {
  const times = connections.map(({ lastSyncedAt }) => lastSyncedAt);
  if (times.includes(null)) return null;
  return (
    <>
      Checked <RelativeTime value={times.toSorted()[0] ?? null} />
    </>
  );
}
