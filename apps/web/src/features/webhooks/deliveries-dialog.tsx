import type { Webhook, WebhookDelivery } from '@repo/contract/webhooks';
import { limits } from '@repo/contract/page-limits';
import { plural } from '@repo/domain/text/plural';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { deliveryState } from './webhook-state.ts';
import { deliveriesKey, deliveriesQuery, isAboutToBeSent } from './webhooks-query.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  workspaceId: string;
  webhook: Webhook;
  onTest: () => void;
};

/** Lists the deliveries of a webhook with their outcomes, and a button to send each again. */
export function DeliveriesDialog({ open, onOpenChange, workspaceId, webhook, onTest }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="large"
      title={`Log of ${webhook.name}`}
      description={`The deliveries of the last ${plural(limits.webhookDeliveryDays, 'day')}, the newest first.`}
      footer={<Button onClick={onTest}>Send Test</Button>}
    >
      <Deliveries workspaceId={workspaceId} webhookId={webhook.id} />
    </Dialog>
  );
}

function Deliveries(of: { workspaceId: string; webhookId: string }) {
  /** The position of each page that was opened, the first one undefined. */
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined]);
  const { data, error, isFetching, refetch } = useQuery({
    ...deliveriesQuery(of, pages.at(-1)),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) {
    return error === null ? (
      <div className="flex h-24 flex-col gap-3 py-1">
        <output className="sr-only">Loading the log...</output>
        <Skeleton className="w-64" />
        <Skeleton className="w-44" />
      </div>
    ) : (
      <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
        Failed to load the log
        <span className="block">{failureMessage(error, 'Please try again.')}</span>
      </FailureBanner>
    );
  }
  const { items, next } = data;
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<Inbox />}
        headingLevel={3}
        title="Nothing was sent yet"
        description="Send a test to see whether the receiver answers."
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Deliveries" className="divide-y divide-line">
        {items.map((delivery) => (
          <DeliveryRow key={delivery.id} {...of} delivery={delivery} />
        ))}
      </ul>
      {pages.length === 1 && next === null ? null : (
        <div className="flex gap-2">
          <Button
            size="small"
            disabled={pages.length === 1}
            onClick={() => setPages(pages.slice(0, -1))}
          >
            Newer
          </Button>
          <Button
            size="small"
            disabled={next === null}
            onClick={() => setPages([...pages, next ?? undefined])}
          >
            Older
          </Button>
        </div>
      )}
    </div>
  );
}

function DeliveryRow({
  workspaceId,
  webhookId,
  delivery,
}: {
  workspaceId: string;
  webhookId: string;
  delivery: WebhookDelivery;
}) {
  const client = useQueryClient();
  const replay = useMutation({
    mutationFn: () =>
      apiRequestOrThrow(
        'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
        { params: { workspaceId, webhookId, deliveryId: delivery.id } },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: deliveriesKey(webhookId) }),
    onError: (error) =>
      toast.error('It could not be sent again', {
        description: failureMessage(error, 'Please try again.'),
      }),
  });
  const { event, createdAt, attempts, status, problem, nextAttemptAt, state } = delivery;
  const shown = deliveryState(delivery);
  const result = problem ?? (status === null ? undefined : `The receiver answered ${status}`);
  return (
    <li className="flex items-start gap-3 py-2.5 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="text-grid break-all">{event}</code>
          <Badge kind={shown.kind}>{shown.label}</Badge>
        </p>
        <p className="text-grid break-words text-muted">
          <RelativeTime value={createdAt} />
          {attempts > 1 ? ` · ${plural(attempts, 'attempt')}` : null}
          {result === undefined ? null : ` · ${result}`}
          {state === 'dropped' ? ' · It is no longer visible, or the webhook was off' : null}
          {state === 'waiting' && attempts > 0 && nextAttemptAt ? (
            isAboutToBeSent(delivery) ? (
              ' · Next attempt in moments'
            ) : (
              <>
                {' · Next attempt '}
                <RelativeTime value={nextAttemptAt} />
              </>
            )
          ) : null}
        </p>
      </div>
      <Button
        size="small"
        aria-label={`Replay ${event}`}
        loading={replay.isPending}
        onClick={() => replay.mutate()}
      >
        Replay
      </Button>
    </li>
  );
}
