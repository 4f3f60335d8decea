import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Integration } from '@repo/contract/integrations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { plural } from '@repo/domain/text/plural';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingState } from '#ui/feedback/loading-state.tsx';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '#ui/display/table.tsx';
import { useReconciliation } from './use-reconciliation.ts';

type Completeness = EndpointResponse<'GET /api/integrations/{id}/completeness'>;
type Day = Completeness['days'][number];

/** Whether everything that the provider has is stored, day by day. */
export function CompletenessPanel({ integration }: { integration: Integration }) {
  const { id, progress, lastSync, needsReauth } = integration;
  const { data, error, isFetching, refetch } = useQuery({
    // Requested again when a reconciliation begins and ends.
    queryKey: ['completeness', id, progress?.phase === 'checking', lastSync?.endedAt],
    queryFn: ({ signal }) =>
      apiRequestOrThrow('GET /api/integrations/{id}/completeness', { params: { id }, signal }),
    placeholderData: keepPreviousData,
  });
  const reconciliation = useReconciliation(id);

  if (data === undefined && error !== null) {
    return (
      <ErrorState
        headingLevel={3}
        title="Failed to load the comparison"
        description={failureMessage(error, 'Please try again.')}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <LoadingState label="Loading the comparison..." />;

  const startButton = (
    <Button
      size="small"
      disabled={needsReauth}
      loading={reconciliation.isPending || data.isRunning}
      loadingLabel="Checking..."
      onClick={() => reconciliation.mutate(undefined, { onSettled: () => refetch() })}
    >
      Check Now
    </Button>
  );
  if (data.checkedAt === null) {
    return (
      <EmptyState
        headingLevel={3}
        icon={<Scale />}
        title="Not compared yet"
        description="We compare your mailbox with what is stored every night and repair any difference."
        action={startButton}
      />
    );
  }
  return (
    <div className="flex flex-col gap-3 text-grid">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          {verdict(data.days)}
          <span className="text-muted">
            {' Compared '}
            <RelativeTime value={data.checkedAt} />.
          </span>
        </p>
        {startButton}
      </div>
      {integration.capturesText === false ? (
        <p className="text-muted">
          This mailbox captures no text: emails are compared by who, when and subject.
        </p>
      ) : null}
      {data.days.length === 0 ? null : <DayTable days={data.days} />}
    </div>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  return (
    <div className="rounded-md border border-line">
      <Table label="Comparison by day">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Day</TableHeaderCell>
            <TableHeaderCell numeric>At the provider</TableHeaderCell>
            <TableHeaderCell numeric>Stored</TableHeaderCell>
            <TableHeaderCell>Difference</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {days.map((day) => (
            <TableRow key={day.day}>
              <TableCell>{formatWholeDay(day.day)}</TableCell>
              <TableCell numeric>{day.atProvider.toLocaleString('en')}</TableCell>
              <TableCell numeric>{day.stored.toLocaleString('en')}</TableCell>
              <TableCell className={differs(day) ? 'text-warning-ink' : 'text-faint'}>
                {differs(day) ? difference(day) : 'None'}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const differs = ({ missing, gone }: Day): boolean => missing + gone > 0;

const difference = ({ missing, gone }: Day): string =>
  [missing > 0 ? `${missing} missing, read again` : '', gone > 0 ? `${gone} gone, removed` : '']
    .filter((part) => part !== '')
    .join('; ');

function verdict(days: readonly Day[]): string {
  const differing = days.filter(differs).length;
  if (differing > 0) {
    return `${plural(differing, 'day')} differed and ${differing === 1 ? 'was' : 'were'} repaired.`;
  }
  const stored = days.reduce((sum, day) => sum + day.stored, 0);
  return stored === 0
    ? 'The provider has nothing for your domains, and nothing is stored.'
    : `Everything is here: ${plural(stored, 'activity', 'activities')} on ${plural(days.length, 'day')}.`;
}
