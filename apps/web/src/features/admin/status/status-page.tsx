import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { adminKeys } from '../admin-keys.ts';
import { AdminPage } from '../admin-page.tsx';
import { readStatus, type Status } from './read-status.ts';
import { StatusChecks } from './status-checks.tsx';
import { ProviderTable, QueueTable, WorkspaceTable } from './status-tables.tsx';

const REFRESH_INTERVAL_MS = 30_000;

/** How the server is, for those who run it. */
export function StatusPage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminKeys.status,
    queryFn: async ({ signal }) =>
      readStatus(await apiRequestOrThrow('GET /api/admin/status', { signal })),
    refetchInterval: REFRESH_INTERVAL_MS,
  });
  const retry = { retrying: isFetching, onRetry: () => void refetch() };
  return (
    <AdminPage
      title="Status"
      description={
        data === undefined ? (
          'The health of this server.'
        ) : (
          <>
            Version {data.version}. Read <RelativeTime value={data.readAt} />.
          </>
        )
      }
    >
      {data === undefined ? (
        error === null ? (
          <LoadingStatus />
        ) : (
          <ErrorState
            title="Failed to load the status"
            description={failureMessage(error, 'Please try again.')}
            {...retry}
          />
        )
      ) : (
        <>
          {error === null ? null : (
            <FailureBanner {...retry}>
              {failureMessage(error, 'Failed to update the status')}
            </FailureBanner>
          )}
          <Parts status={data} />
        </>
      )}
    </AdminPage>
  );
}

function Parts({ status }: { status: Status }) {
  return (
    <>
      <StatusChecks checks={status.checks} />
      <QueueTable queues={status.queues} />
      <ProviderTable providers={status.providers} />
      <WorkspaceTable storage={status.storage} />
    </>
  );
}

function LoadingStatus() {
  return (
    <output className="flex flex-col gap-4">
      <span className="sr-only">Loading the status...</span>
      <Skeleton className="h-64" />
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </output>
  );
}
