import type { Integration } from '@repo/contract/integrations';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { countOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { integrationsQuery } from '#lib/integrations/integrations-query.ts';
import { plural } from '@repo/domain/text/plural';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { UpcomingTime } from '../card/upcoming-time.tsx';
import { toast } from '#ui/feedback/toast.ts';

const KINDS = { itemId: 'id', reason: 'text', failedAt: 'text' } as const;

/** Lists the failed items with the reason, and retries one or all of them. */
export function FailedItemsPanel({ integration }: { integration: Integration }) {
  const { id, lastSync, failedItems } = integration;
  const { data, error, isFetching, refetch } = useQuery({
    // Fetched again when a sync has ended or another item has failed.
    queryKey: ['failed-items', id, lastSync?.endedAt, failedItems],
    queryFn: async ({ signal }) => {
      const read = await apiRequestOrThrow('GET /api/integrations/{id}/failed-items', {
        params: { id },
        signal,
      });
      const items = readList(read.items, 'failed items', ({ itemId }) => itemId !== '', KINDS);
      return { items, total: countOf(read.total) ?? items.length };
    },
    placeholderData: keepPreviousData,
  });
  const retrying = useRetry(integration, () => void refetch());

  if (data === undefined && error !== null) {
    return (
      <ErrorState
        headingLevel={3}
        title="Failed to load the failed items"
        description={failureMessage(error, 'Please try again.')}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <LoadingState label="Loading failed items..." />;
  if (data.total === 0) {
    return (
      <EmptyState
        headingLevel={3}
        icon={<CircleCheck />}
        title="No failed items"
        description="Items that could not be read appear here with the reason, until a retry succeeds."
      />
    );
  }
  return (
    <div className="flex flex-col gap-3 text-grid">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">
          {`${plural(data.total, 'item')} could not be read. Other items are not affected.`}
        </p>
        <Button size="small" loading={retrying.isPending} onClick={() => retrying.retry(undefined)}>
          Retry All
        </Button>
      </div>
      <ul className="divide-y divide-line rounded-md border border-line">
        {data.items.map(({ itemId, reason, attempts, failedAt, retryAt }) => (
          <li key={itemId} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="[overflow-wrap:anywhere]">{reason}</p>
              <p className="text-muted">
                <span className="font-mono [overflow-wrap:anywhere]">{itemId}</span>
                {` · tried ${attempts === 1 ? 'once, ' : `${plural(attempts, 'time')}, last `}`}
                <RelativeTime value={failedAt} />
                {retryAt === null ? null : ' · next try '}
                {retryAt === null ? null : <UpcomingTime value={retryAt} />}
              </p>
            </div>
            <Button
              size="small"
              loading={retrying.isRequested(itemId)}
              loadingLabel="Retrying..."
              aria-label={`Retry ${itemId}`}
              onClick={() => retrying.retry(itemId)}
            >
              Retry
            </Button>
          </li>
        ))}
      </ul>
      {data.items.length < data.total ? (
        <p className="text-muted">{`The latest ${data.items.length} are listed.`}</p>
      ) : null}
    </div>
  );
}

/** Retries items; the sync that this triggers requests them from the provider. */
function useRetry({ id, lastSync, progress }: Integration, onDone: () => void) {
  const client = useQueryClient();
  // Stays until the sync that retries them has ended.
  const [requested, setRequested] = useState<{ itemId: string; since: string | undefined }[]>([]);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (itemId: string | undefined) =>
      apiRequestOrThrow('POST /api/integrations/{id}/failed-items/retry', {
        params: { id },
        body: itemId === undefined ? {} : { itemId },
      }),
    onSuccess: ({ integration }, itemId) => {
      if (itemId === undefined || integration.progress === undefined) return;
      setRequested((before) => [...before, { itemId, since: lastSync?.endedAt }]);
    },
    onError: (error) =>
      toast.error('Retry failed', {
        description: failureMessage(error, 'Please try again.'),
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: integrationsQuery.queryKey });
      onDone();
    },
  });
  return {
    retry: mutate,
    isPending: isPending && variables === undefined,
    isRequested: (itemId: string) =>
      (isPending && variables === itemId) ||
      (progress !== undefined &&
        requested.some((one) => one.itemId === itemId && one.since === lastSync?.endedAt)),
  };
}
