import type { History, HistoryImport } from '@repo/contract/history';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { plural } from '@repo/domain/text/plural';
import { formatWholeDay } from '#lib/time/business-time.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { lazyDialog } from '#ui/overlays/lazy-dialog.tsx';
import { describeDuration } from './describe-duration.ts';
import { importLabel } from './import-label.ts';
import { historyQuery } from './history-query.ts';

const HistoryDialog = lazyDialog(async () => (await import('./history-dialog.tsx')).HistoryDialog);

/** As much room as most users’ card takes, so that what is below it does not move. */
const Space = () => <div style={{ height: innerWidth < 640 ? 168 : 118 }} />;

/** Offers to import activities from before the regular window, and shows how far that is. */
export function HistoryCard() {
  const client = useQueryClient();
  const { data, isPending } = useQuery(historyQuery);
  const [choosing, setChoosing] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: historyQuery.queryKey });
  const pause = useMutation({
    mutationFn: (body: { since: string; isPaused: boolean }) =>
      apiRequestOrThrow('PUT /api/history', { body }),
    onError: (error) => toast.error(failureMessage(error, 'The import was not changed')),
    onSettled: refresh,
  });
  const cancel = useMutation({
    mutationFn: () => apiRequestOrThrow('DELETE /api/history'),
    onSuccess: () => setCancelling(false),
    onError: (error) => toast.error(failureMessage(error, 'The import was not cancelled')),
    onSettled: refresh,
  });
  // Optional: if it cannot be loaded, the page is shown without it.
  if (data === undefined) return isPending ? <Space /> : null;
  const { chosen, imports } = data;
  const isFinished = imports.every(({ state }) => state === 'finished' || state === 'unavailable');
  return (
    <Card
      title="Earlier Activities"
      description={
        chosen === null
          ? 'Every domain starts with its last 84 days. Import up to five years in the background; new activities keep arriving first.'
          : `Everything since ${formatWholeDay(chosen.since)}, newest first, for all domains you track.`
      }
      footer={
        <>
          <Button size="small" onClick={() => setChoosing(true)}>
            {chosen === null ? 'Import Earlier Activities' : 'Change Date'}
          </Button>
          {chosen === null || isFinished ? null : (
            <Button
              size="small"
              loading={pause.isPending}
              onClick={() => pause.mutate({ since: chosen.since, isPaused: !chosen.isPaused })}
            >
              {chosen.isPaused ? 'Resume' : 'Pause'}
            </Button>
          )}
          {chosen === null ? null : (
            <Button size="small" variant="bare" onClick={() => setCancelling(true)}>
              Cancel Import
            </Button>
          )}
        </>
      }
    >
      {chosen === null ? undefined : <Imports history={data} />}
      {choosing ? (
        <HistoryDialog
          history={data}
          onClose={() => setChoosing(false)}
          onChosen={() => {
            setChoosing(false);
            void refresh();
          }}
        />
      ) : null}
      <ConfirmDialog
        open={cancelling}
        onOpenChange={setCancelling}
        title="Cancel Import"
        description="Activities that are already imported stay. Domains that you track later start with their last 84 days."
        confirmLabel="Cancel Import"
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      />
    </Card>
  );
}

function Imports({ history: { imports } }: { history: History }) {
  if (imports.length === 0) {
    return <p className="text-grid text-muted">Starts when you connect a mailbox or calendar.</p>;
  }
  return (
    <ul className="flex flex-col gap-3">
      {imports.map((one) => (
        <li key={one.integrationId} className="flex flex-col gap-1.5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-grid">
            <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
              {importLabel(one, imports)}
            </span>
            <span className="text-muted">{describeImport(one)}</span>
          </div>
          {one.state === 'unavailable' ? null : (
            <ProgressBar
              label={`Earlier activities from ${importLabel(one, imports)}`}
              value={Math.round(one.fraction * 100)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function describeImport(one: HistoryImport): string {
  const { state, reachedDay, listed, secondsLeft, message } = one;
  if (state === 'unavailable')
    return 'Sends activities as they happen, so there are no earlier ones';
  if (state === 'reconnect') return 'Connect again to continue';
  if (state === 'finished') return `Complete, ${plural(listed, 'activity', 'activities')} found`;
  const reached = reachedDay === null ? undefined : `Back to ${formatWholeDay(reachedDay)}`;
  const left = secondsLeft === null ? undefined : `${describeDuration(secondsLeft)} left`;
  if (state === 'paused') return ['Paused', reached].filter(Boolean).join(' · ');
  const waiting = state === 'waiting' ? (message ?? 'Waiting for its turn') : undefined;
  return [waiting, reached, left].filter(Boolean).join(' · ');
}
