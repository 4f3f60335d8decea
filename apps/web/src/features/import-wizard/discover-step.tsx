import type { DiscoveredDomain } from '@repo/contract/domains';
import { useQuery } from '@tanstack/react-query';
import { SearchCheck, SearchX, Telescope } from 'lucide-react';
import { useMailbox } from '#lib/integrations/use-mailbox.ts';
import { plural } from '@repo/domain/text/plural';
import { Banner } from '#ui/feedback/banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { DiscoveryProgress } from './discovery-progress.tsx';
import { byActivity, discoveryFailure, discoveryQuery, isRunning } from './discovery-query.ts';
import { ExcludedDomains } from './excluded-domains.tsx';
import { StepPanel } from './step-panel.tsx';

/** At most this many of the most active domains are named. */
const TOP_DOMAINS = 3;

type Props = { onBack: () => void; onContinue: () => void };

/** Step 2. Starts by itself; continues on the server when the user leaves, and is resumed. */
export function DiscoverStep({ onBack, onContinue }: Props) {
  const { data, error, isFetching, refetch } = useQuery(discoveryQuery);
  const { texts } = useMailbox();
  const back = <Button onClick={onBack}>Back</Button>;

  if (error !== null) {
    return (
      <StepPanel
        icon={<SearchX />}
        iconKind="error"
        title="Discovery Failed"
        description={discoveryFailure(error)}
        back={back}
        next={
          <Button variant="primary" loading={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      />
    );
  }
  if (data === undefined || isRunning(data)) {
    return (
      <StepPanel
        icon={<Telescope />}
        title="Discovering Accounts"
        description={texts.discovering}
        back={back}
      >
        <DiscoveryProgress found={data?.domains.length ?? 0} progress={data?.progress} />
      </StepPanel>
    );
  }
  const none = data.domains.length === 0;
  const activities = data.domains.reduce((sum, { activityCount }) => sum + activityCount, 0);
  return (
    <StepPanel
      icon={<SearchCheck />}
      iconKind="success"
      title="Discovery Complete!"
      description={`Found ${count(data.domains.length)} potential accounts from ${count(activities)} email activities in the last 14 days.`}
      back={back}
      next={
        <Button variant="primary" disabled={none} onClick={onContinue}>
          {none ? 'No Accounts Found' : 'Select Accounts'}
        </Button>
      }
    >
      {data.progress?.message === undefined ? null : (
        <div className="mb-4">
          <Banner kind="warning">{data.progress.message}</Banner>
        </div>
      )}
      {none ? (
        data.excluded && <ExcludedDomains excluded={data.excluded} />
      ) : (
        <TopDomains domains={data.domains} />
      )}
    </StepPanel>
  );
}

function TopDomains({ domains }: { domains: readonly DiscoveredDomain[] }) {
  const top = byActivity(domains).slice(0, TOP_DOMAINS);
  const more = domains.length - top.length;
  return (
    <>
      <ul className="overflow-hidden rounded-md border border-line">
        {top.map(({ domain, activityCount }) => (
          <li
            key={domain}
            className="flex h-row items-center justify-between gap-4 border-line px-3 not-first:border-t"
          >
            <span className="truncate font-medium">{domain}</span>
            <span className="shrink-0 text-grid text-muted">
              {plural(activityCount, 'activity', 'activities')}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-2 px-3 text-grid text-muted">{`+${plural(more, 'more domain')}`}</p>
      ) : null}
    </>
  );
}

function count(number: number): string {
  return number.toLocaleString('en');
}
