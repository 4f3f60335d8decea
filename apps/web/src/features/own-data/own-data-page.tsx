import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '#lib/api/api-error.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DataKindRow } from './data-kind-row.tsx';
import { DownloadCard } from './download-card.tsx';
import { ownDataQuery } from './own-data-query.ts';

/** The data that this server stores about the user, with purpose, duration and readers. */
export function OwnDataPage() {
  const { data: kinds, error, isFetching, refetch } = useQuery(ownDataQuery);
  return (
    <div className="mx-auto flex w-full max-w-reading flex-1 flex-col gap-4 px-4 py-6">
      <PageHeader
        title="Your Data"
        description="What this server stores about you, why, for how long, and who can see it."
      />
      <DownloadCard />
      {kinds !== undefined ? (
        <Card title="What This Server Stores">
          {kinds.length === 0 ? (
            <p className="text-grid text-muted">The server does not say what it stores.</p>
          ) : (
            <ul aria-label="Kinds of data" className="divide-y divide-line">
              {kinds.map((kind) => (
                <DataKindRow key={kind.id} kind={kind} />
              ))}
            </ul>
          )}
        </Card>
      ) : error === null ? (
        <Card title="What This Server Stores">
          <div className="flex h-64 flex-col gap-3 py-1">
            <output className="sr-only">Counting what is stored about you...</output>
            <Skeleton className="w-44" />
            <Skeleton className="w-72" />
            <Skeleton className="w-64" />
            <Skeleton className="w-44" />
            <Skeleton className="w-72" />
          </div>
        </Card>
      ) : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to read what is stored about you
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </FailureBanner>
      )}
    </div>
  );
}
