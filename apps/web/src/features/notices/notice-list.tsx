import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { Link } from 'react-router';
import { failureMessage } from '#lib/api/api-error.ts';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { markNotices } from './mark-notices.ts';
import { NoticeRow } from './notice-row.tsx';
import { noticesQuery } from './notices-query.ts';

/** `onLeave`: a link of the list was followed. */
type Props = { onLeave: () => void };

/** The user's notices of the last 30 days, with the way to their settings. */
export function NoticeList({ onLeave }: Props) {
  const client = useQueryClient();
  const { data } = useQuery(noticesQuery);
  const unread = data?.notices.filter(({ isRead }) => !isRead).map(({ id }) => id) ?? [];
  return (
    <>
      <div className="sticky top-0 z-1 flex items-center gap-1 border-b border-line bg-raised py-1.5 pr-1.5 pl-4">
        <h2 className="min-w-0 flex-1 text-body font-semibold">Notices</h2>
        {unread.length === 0 ? null : (
          <Button
            variant="bare"
            size="small"
            onClick={() => void markNotices(client, unread, true)}
          >
            Mark All as Read
          </Button>
        )}
        <Button asChild variant="bare" size="small" shape="square">
          <Link
            to="/import-preferences/settings"
            aria-label="Settings of notices"
            onClick={onLeave}
          >
            <Settings aria-hidden />
          </Link>
        </Button>
      </div>
      <Content onLeave={onLeave} />
    </>
  );
}

function Content({ onLeave }: Props) {
  const { data, error, isFetching, refetch } = useQuery(noticesQuery);
  const failure =
    error === null ? null : (
      <FailureBanner className="m-3" retrying={isFetching} onRetry={() => void refetch()}>
        {failureMessage(error, 'Failed to load your notices')}
      </FailureBanner>
    );
  if (data === undefined) {
    return (
      failure ?? (
        <output className="flex flex-col gap-3 p-4">
          <span className="sr-only">Loading notices...</span>
          <Skeleton className="h-4 w-64" />
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-4 w-56" />
        </output>
      )
    );
  }
  return (
    <>
      {failure}
      {data.notices.length === 0 ? (
        <p className="px-4 py-8 text-center text-grid text-muted">
          Nothing in the last 30 days. You will see here when a colleague shares activities of an
          account that you own, when a favourite answers for the first time or goes quiet, and when
          a connection needs you.
        </p>
      ) : (
        <ul aria-label="Notices">
          {data.notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onLeave={onLeave} />
          ))}
        </ul>
      )}
    </>
  );
}
