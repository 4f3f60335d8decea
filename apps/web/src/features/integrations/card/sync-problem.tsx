import type { Integration } from '@repo/contract/integrations';
import { CircleAlert, CirclePause } from 'lucide-react';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { UpcomingTime } from './upcoming-time.tsx';

/** The reason why the last sync failed, and when the next one tries again. */
export function SyncProblem({ integration }: { integration: Integration }) {
  const { lastError, pausedUntil, nextSyncAt, needsReauth } = integration;
  if (lastError === undefined) return null;
  // To be left alone for a while is nothing broken.
  const isPause = pausedUntil !== undefined && !needsReauth;
  const Icon = isPause ? CirclePause : CircleAlert;
  return (
    <p className={`flex items-start gap-1.5 ${isPause ? 'text-warning-ink' : 'text-danger-ink'}`}>
      <Icon aria-hidden className="mt-0.5 size-icon-small shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {lastError}
        {isPause ? (
          <span className="block text-muted">{`Paused until ${formatExactTime(new Date(pausedUntil))}`}</span>
        ) : nextSyncAt === undefined || needsReauth ? null : (
          <span className="block text-muted">
            {'Retries '}
            <UpcomingTime value={nextSyncAt} />
          </span>
        )}
      </span>
    </p>
  );
}
