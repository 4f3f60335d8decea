import type { Integration } from '@repo/contract/integrations';
import type { ProviderDescriptor } from '@repo/contract/providers';
import { CircleAlert } from 'lucide-react';
import { isFullServer } from '#lib/server-level.ts';
import { plural } from '@repo/domain/text/plural';
import { readInstant } from '#lib/time/read-instant.ts';
import { formatExactTime, formatRelativeTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { Button } from '#ui/forms/button.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import { WITHOUT_TEXT } from '../connect/capture-field.tsx';
import { Fact, FactList } from '../fact-list.tsx';
import { LiveFacts } from './live-facts.tsx';
import { SyncProblem } from './sync-problem.tsx';
import { phaseName, progressFigures } from './sync-progress.tsx';
import { UpcomingTime } from './upcoming-time.tsx';

type Props = {
  provider: ProviderDescriptor;
  integration: Integration | undefined;
  onShowFailedItems: () => void;
  /** The user wants the texts of a mailbox that captures none. */
  onCaptureText: (integration: Integration) => void;
};

/** The last, current and next sync of an integration, its imports, and its problems. */
export function IntegrationFacts({
  provider,
  integration,
  onShowFailedItems,
  onCaptureText,
}: Props) {
  const { storedActivities, progress, nextSyncAt, lastError } = integration ?? {};
  const { failedItems = 0, withheldMeetings = 0 } = integration ?? {};
  return (
    <div className="flex flex-col gap-3 text-grid">
      <FactList>
        {provider.connection === 'webhook' ? null : (
          <Fact label="Last synced">
            <LastSynced at={integration?.lastSyncedAt} />
          </Fact>
        )}
        <LiveFacts integration={integration} />
        {storedActivities === undefined ? null : (
          <Fact label="Stored">{plural(storedActivities, 'activity', 'activities')}</Fact>
        )}
        {integration?.capturesText === false ? <Fact label="Captured">{WITHOUT_TEXT}</Fact> : null}
        {progress !== undefined ? (
          <Fact label={phaseName(progress)}>{progressFigures(progress)}</Fact>
        ) : nextSyncAt === undefined || lastError !== undefined ? null : (
          <Fact label="Next sync">
            <UpcomingTime value={nextSyncAt} />
          </Fact>
        )}
      </FactList>
      {integration === undefined ? null : <SyncProblem integration={integration} />}
      {integration?.capturesText === false ? (
        <Button size="xsmall" className="self-start" onClick={() => onCaptureText(integration)}>
          Capture Text
        </Button>
      ) : null}
      {withheldMeetings === 0 ? null : (
        <p className="text-warning-ink">
          {`Only you see ${plural(withheldMeetings, 'meeting')} that ${withheldMeetings === 1 ? 'was' : 'were'} stored earlier, because the server did not store whether ${withheldMeetings === 1 ? 'it is' : 'they are'} private. Sign in again to share ${withheldMeetings === 1 ? 'it' : 'them'}.`}
        </p>
      )}
      {failedItems === 0 || !isFullServer() ? null : (
        <button
          type="button"
          className="flex items-center gap-1.5 self-start rounded-sm text-left text-warning-ink hover:underline"
          onClick={onShowFailedItems}
        >
          <CircleAlert aria-hidden className="size-icon-small shrink-0" />
          {`${plural(failedItems, 'item')} could not be read`}
        </button>
      )}
    </div>
  );
}

function LastSynced({ at }: { at: string | null | undefined }) {
  const now = useNow();
  const time = readInstant(at);
  if (time === undefined) return <span className="text-muted">N/A</span>;
  return (
    <Tooltip content={formatRelativeTime(time, now)}>
      <time dateTime={time.toISOString()}>{formatExactTime(time)}</time>
    </Tooltip>
  );
}
