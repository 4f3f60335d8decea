import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { plural } from '@repo/domain/text/plural';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { WITHOUT_TEXT } from '../connect/capture-field.tsx';
import { FactList, Fact } from '../fact-list.tsx';
import { LiveFacts } from '../card/live-facts.tsx';
import { SyncProblem } from '../card/sync-problem.tsx';
import { phaseName, progressFigures, SyncProgressBar } from '../card/sync-progress.tsx';
import { UpcomingTime } from '../card/upcoming-time.tsx';
import { summarizeSync } from '../card/sync-summary.ts';

type Props = { provider: ProviderDescriptor; integration: Integration };

export function OverviewPanel({ provider, integration }: Props) {
  const { progress, lastSync, nextSyncAt, storedActivities, requestBudget } = integration;
  const isWebhook = provider.connection === 'webhook';
  return (
    <div className="flex flex-col gap-4 text-grid">
      {progress === undefined ? null : (
        <div>
          <p className="mb-1.5 flex justify-between gap-4">
            <span>{phaseName(progress)}</span>
            <span>{progressFigures(progress)}</span>
          </p>
          <SyncProgressBar progress={progress} />
        </div>
      )}
      <SyncProblem integration={integration} />
      <FactList>
        {isWebhook ? (
          <Fact label="Last call received">
            <RelativeTime value={integration.lastSyncedAt} fallback="None yet" />
          </Fact>
        ) : (
          <>
            <Fact label="Last sync">
              {lastSync === undefined ? (
                'None yet'
              ) : (
                <>
                  <RelativeTime value={lastSync.endedAt} />
                  {`: ${lastSync.outcome === 'done' ? summarizeSync(lastSync) : 'failed'}`}
                </>
              )}
            </Fact>
            <Fact label="Next sync">{nextSync(progress, nextSyncAt, integration.needsReauth)}</Fact>
            <LiveFacts integration={integration} />
          </>
        )}
        {storedActivities === undefined ? null : (
          <Fact label="Stored">{plural(storedActivities, 'activity', 'activities')}</Fact>
        )}
        {integration.capturesText === false ? <Fact label="Captured">{WITHOUT_TEXT}</Fact> : null}
        {requestBudget === undefined ? null : (
          <Fact label="Requests left">
            {`${requestBudget.left} of ${requestBudget.limit} in 24 hours`}
          </Fact>
        )}
      </FactList>
      {integration.live === undefined ? null : (
        <p className="text-muted">
          The mail server reports new email in the inbox, so it appears here within seconds. Sent
          email and other folders are read with each sync.
        </p>
      )}
    </div>
  );
}

function nextSync(
  progress: Integration['progress'],
  nextSyncAt: string | undefined,
  needsReauth: boolean,
) {
  if (needsReauth) return 'After you reconnect';
  if (progress !== undefined) return progress.phase === 'waiting' ? 'In a moment' : 'Running now';
  return nextSyncAt === undefined ? 'Not planned' : <UpcomingTime value={nextSyncAt} />;
}
