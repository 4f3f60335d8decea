import type { Integration, ProviderId } from '@repo/contract/integrations';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '../../lib/plural.ts';
import { formatExactTime, formatRelativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

type Progress = NonNullable<Integration['progress']>;

const PHASES: Record<Progress['phase'], string> = {
  waiting: 'Waiting to start',
  discovering: 'Looking for accounts',
  backfilling: 'Reading earlier activity',
  updating: 'Reading what is new',
  checking: 'Comparing with the provider',
};

type Props = { provider: ProviderId; integration: Integration | undefined };

/** What an integration last did, does now, has brought, and what went wrong. */
export function IntegrationFacts({ provider, integration }: Props) {
  const stored = integration?.storedActivities;
  return (
    <div className="flex flex-col gap-3 text-grid">
      <dl className="flex flex-col gap-1.5">
        {provider === 'fathom' ? null : (
          <Fact label="Last synced">
            <LastSynced at={integration?.lastSyncedAt} />
          </Fact>
        )}
        {stored === undefined ? null : (
          <Fact label="Stored">{plural(stored, 'activity', 'activities')}</Fact>
        )}
      </dl>
      {integration?.progress === undefined ? null : (
        <SyncProgress progress={integration.progress} />
      )}
      {integration?.lastError === undefined ? null : (
        <p role="alert" className="flex items-start gap-1.5 text-danger-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-icon-small shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{integration.lastError}</span>
        </p>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

function LastSynced({ at }: { at: string | null | undefined }) {
  const now = useNow();
  const time = new Date(at ?? Number.NaN);
  if (Number.isNaN(time.getTime())) return <span className="text-muted">N/A</span>;
  return (
    <Tooltip content={formatRelativeTime(time, now)}>
      <time dateTime={time.toISOString()}>{formatExactTime(time)}</time>
    </Tooltip>
  );
}

function SyncProgress({ progress: { phase, processed, total } }: { progress: Progress }) {
  return (
    <div>
      <p className="mb-1.5 flex justify-between gap-4 text-muted">
        <span>{PHASES[phase]}</span>
        {total === null ? null : <span>{`${figures(processed)} of ${figures(total)}`}</span>}
      </p>
      <ProgressBar
        label={PHASES[phase]}
        value={total === null ? undefined : processed}
        max={total ?? 1}
      />
    </div>
  );
}

function figures(count: number): string {
  return count.toLocaleString('en');
}
