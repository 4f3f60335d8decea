import type { Session } from '@repo/contract/own-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { failureMessage } from '#lib/api/api-error.ts';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';
import { plural } from '@repo/domain/text/plural';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { sessionsKey } from './sessions-key.ts';

/** Lists the user's sessions, each with a button that ends it. */
export function SessionsCard() {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery);
  const list = useRef<HTMLUListElement>(null);
  // The button that had the focus is gone by then.
  const endOthers = useEnd(() => list.current?.focus());
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Card
      title="Sessions"
      description="Where you are signed in."
      footer={
        others === 0 ? undefined : (
          <Button loading={endOthers.isPending} onClick={() => endOthers.mutate('others')}>
            {`End ${plural(others, 'Other Session')}`}
          </Button>
        )
      }
    >
      {sessions !== undefined ? (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Sessions"
          className="divide-y divide-line outline-none"
        >
          {sessions.map((session) => (
            <Row
              key={session.id}
              session={session}
              disabled={endOthers.isPending}
              onEnded={() => list.current?.focus()}
            />
          ))}
        </ul>
      ) : error === null ? (
        <div className="flex h-24 flex-col gap-3 py-1">
          <output className="sr-only">Loading sessions...</output>
          <Skeleton className="w-44" />
          <Skeleton className="w-64" />
        </div>
      ) : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          Failed to load your sessions
          <span className="block">{failureMessage(error, 'Please try again.')}</span>
        </FailureBanner>
      )}
    </Card>
  );
}

/** Shown where it was not the password alone. */
const OPENED_WITH: Partial<Record<string, string>> = {
  'password-and-code': 'Password and code · ',
  'password-and-recovery-code': 'Password and recovery code · ',
  'password-and-passkey': 'Password and passkey · ',
  passkey: 'Passkey · ',
  'single-sign-on': 'Single sign-on · ',
};

type RowProps = { session: Session; disabled: boolean; onEnded: () => void };

function Row({ session, disabled, onEnded }: RowProps) {
  const end = useEnd(onEnded);
  const { id, address, isCurrent, lastUsedAt, openedWith } = session;
  const device = session.device || 'Unknown device';
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {isCurrent ? <Badge>This one</Badge> : null}
        </p>
        <p className="text-grid break-words text-muted">
          {OPENED_WITH[openedWith] ?? null}
          {address === null || address === '' ? null : `${address} · `}
          {isCurrent ? (
            // The server notes the use of a session only every so often; this one is used now.
            'In use now'
          ) : (
            <>
              {'Last used '}
              <RelativeTime value={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          size="small"
          aria-label={`End the session of ${device}`}
          loading={end.isPending}
          disabled={disabled}
          onClick={() => end.mutate(id)}
        >
          End
        </Button>
      )}
    </li>
  );
}

function useEnd(onEnded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (which: string) => {
      if (which === 'others') await apiRequestOrThrow('POST /api/auth/sessions/end-others');
      else await apiRequestOrThrow('DELETE /api/auth/sessions/{id}', { params: { id: which } });
    },
    onSuccess: async (_, which) => {
      await client.invalidateQueries({ queryKey: sessionsKey });
      toast.success(which === 'others' ? 'All other sessions ended' : 'Session ended');
      onEnded();
    },
    onError: (error) => {
      toast.error('Failed to end the session', {
        description: failureMessage(error, 'Please try again.'),
      });
      // It may have ended by itself.
      void client.invalidateQueries({ queryKey: sessionsKey });
    },
  });
}

const sessionsQuery = {
  queryKey: sessionsKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { items } = await apiRequestOrThrow('GET /api/auth/sessions', { signal });
    return readList(items, 'sessions', ({ id }) => id !== '', {
      id: 'id',
      device: 'nullableText',
      address: 'nullableText',
      lastUsedAt: 'text',
      openedWith: 'text',
      isCurrent: 'flag',
    });
  },
};
