import { CalendarSearch } from 'lucide-react';
import { Link } from 'react-router';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { RepeatedPageBanner } from '#ui/feedback/repeated-page-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FeedSkeletonRow } from './feed-skeleton.tsx';
import type { Feed } from './use-feed.ts';

/** Shown below the last entry: loading, failed, or the end of the list. */
export function FeedEnd({ feed, isEmpty }: { feed: Feed; isEmpty: boolean }) {
  const { hasOlder, olderFailed, isCutShort, loadingOlder, loadOlder } = feed;
  if (olderFailed) {
    return (
      <FailureBanner className="m-4" retrying={loadingOlder} onRetry={loadOlder}>
        Failed to load earlier activities.
      </FailureBanner>
    );
  }
  if (hasOlder) {
    return (
      <div aria-hidden>
        <FeedSkeletonRow />
        <FeedSkeletonRow />
      </div>
    );
  }
  if (isCutShort) return <RepeatedPageBanner className="m-4" />;
  return (
    <>
      {isEmpty ? (
        <EmptyState
          icon={<CalendarSearch />}
          title="No activity yet"
          description="Emails, meetings and calls with this account appear here once someone who shares its domain connects an integration."
          action={
            <Button asChild>
              <Link to="/integrations">Go to Integrations</Link>
            </Button>
          }
        />
      ) : null}
      <h2 className="px-4 py-6 text-center text-grid text-faint">End of activities</h2>
    </>
  );
}
