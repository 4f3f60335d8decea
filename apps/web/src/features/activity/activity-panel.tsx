import { activityTitle } from '@repo/domain/activities/activity-text';
import { useQuery } from '@tanstack/react-query';
import { Link2, SearchX } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { activityName } from '#lib/activities/activity-name.ts';
import { activityQuery } from '#lib/activities/activity-query.ts';
import { ApiError, failureMessage } from '#lib/api/api-error.ts';
import { isFullServer } from '#lib/server-level.ts';
import { useOverlayPanelFocus } from '#lib/hooks/use-overlay-panel-focus.ts';
import { NamesProvider } from '#lib/people/names.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { copyActivityLink } from './activity-link.ts';
import { ActivitySkeleton } from './activity-skeleton.tsx';
import { CallContent } from './call-content.tsx';
import { ConversationContent } from './conversation-content.tsx';
import { EmailContent } from './email-content.tsx';
import { loadHtmlMessage } from './mail/message-body.tsx';
import { copiesOf } from './copies-of.ts';
import { KeepPrivate } from './keep-private.tsx';
import { MeetingContent } from './meeting-content.tsx';
import { readActivity, type Activity } from './read-activity.ts';
import { ShareNotice } from './share-notice.tsx';

type Props = {
  accountId: string;
  activityId: string;
  /** A conversation as the feed lists it; shown where the server does not know its id. */
  listed?: object | undefined;
  isListing?: boolean;
  onClose: () => void;
};

export function ActivityPanel({ accountId, activityId, listed, isListing, onClose }: Props) {
  const { data, error } = useQuery(activityQuery(activityId));
  const isUnknown = data === undefined && isNotFound(error);
  const source = data ?? (isUnknown ? listed : undefined);
  const activity = useMemo(() => source && readActivity(source), [source]);
  const isOfAnother = activity?.accountId !== undefined && activity.accountId !== accountId;
  const problem = activity === undefined && !(isUnknown && isListing) ? error : null;
  const isMissing = isOfAnother || isNotFound(problem);
  const panel = useOverlayPanelFocus();
  const { isOwn, ...copies } = useMemo(() => copiesOf(activity), [activity]);

  // While the activity is on its way. A failure is reported where the code is needed.
  useEffect(() => void loadHtmlMessage(), []);

  useEffect(() => {
    if (problem !== null || isOfAnother) {
      toast.error(isMissing ? 'Activity not found' : 'Failed to load activity details');
    }
  }, [problem, isOfAnother, isMissing]);

  const close = <Button onClick={onClose}>Close</Button>;
  return (
    <div ref={panel} tabIndex={-1} className="flex min-w-0 flex-1 outline-none">
      <SidePanel
        title={activityName(activity?.type)}
        closeLabel="Close activity"
        className="min-w-0 flex-1"
        flush
        onClose={onClose}
        actions={
          <>
            {isFullServer() && isOwn ? (
              <KeepPrivate activityId={activityId} {...copies} onKept={onClose} />
            ) : null}
            <IconButton
              label="Copy link to activity"
              icon={<Link2 />}
              onClick={() => void copyActivityLink(activityId)}
            />
          </>
        }
      >
        {isMissing ? (
          <EmptyState
            icon={<SearchX />}
            title="Activity not found"
            description="The person who shared it may have stopped sharing, or the link is incomplete."
            action={close}
          />
        ) : problem !== null ? (
          <ErrorState
            title="Failed to load activity details"
            description={failureMessage(problem, 'Failed to fetch activity details')}
            action={close}
          />
        ) : activity === undefined ? (
          <ActivitySkeleton />
        ) : (
          <NamesProvider addresses={addressesOf(activity)}>
            <ActivityContent key={activityId} activity={activity} />
          </NamesProvider>
        )}
      </SidePanel>
    </div>
  );
}

/** The addresses of all participants, to look up their names. */
function addressesOf({ participants, messages }: Activity): string[] {
  return [participants, ...messages.map((one) => one.participants)]
    .flat()
    .map(({ email }) => email);
}

/** An id that the server cannot even read names nothing. */
function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** An activity in full, in the manner of its type. */
function ActivityContent({ activity }: { activity: Activity }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h3
        dir="auto"
        className="max-h-20 shrink-0 overflow-y-auto border-b border-line px-4 py-3 text-title font-semibold tracking-title break-words"
      >
        {activityTitle(activity)}
      </h3>
      <ShareNotice activity={activity} />
      <ContentOfType activity={activity} />
    </div>
  );
}

function ContentOfType({ activity }: { activity: Activity }) {
  switch (activity.type) {
    case 'conversation':
      return <ConversationContent conversation={activity} />;
    case 'calendar':
      return <MeetingContent activity={activity} />;
    case 'call':
      return <CallContent activity={activity} />;
    default:
      return <EmailContent activity={activity} />;
  }
}
