import { participantName } from '@repo/domain/activities/participant-label';
import { truncateSummary } from '@repo/domain/activities/summary';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { activityQuery } from '#lib/activities/activity-query.ts';
import { useNamed } from '#lib/people/names.tsx';
import { formatShortDay } from '#lib/time/business-time.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Button } from '#ui/forms/button.tsx';
import { ActivitySkeleton } from './activity-skeleton.tsx';
import { EmailContent } from './email-content.tsx';
import { readActivity, type Activity } from './read-activity.ts';
import { ShareNotice } from './share-notice.tsx';
import { useMessages } from './use-messages.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

const NO_SENDER = { name: '', email: '', role: 'from' };

/** A longer conversation shows only the last messages before the open one. */
const SHOWN_BEFORE = 4;

/**
 * The messages of a conversation, oldest first, one of them open: at first the last. One at a time,
 * so that it has the room that its frame cannot request.
 */
export function ConversationContent({ conversation }: { conversation: Activity }) {
  const { messages, missing, loadEarlier, isLoading, error } = useMessages(conversation);
  const [openId, setOpenId] = useState(messages.at(-1)?.id);
  const [all, setAll] = useState(false);
  const openAt = messages.findIndex(({ id }) => id === openId);
  const open = messages[openAt];
  const before = messages.slice(0, Math.max(openAt, 0));
  const shownBefore = all ? before : before.slice(-SHOWN_BEFORE);
  const hidden = before.length - shownBefore.length;
  return (
    <>
      {before.length > 0 ? (
        <div className="max-h-2/5 shrink-0 overflow-y-auto">
          {hidden > 0 ? (
            <div className="border-b border-line px-3 py-1">
              <Button size="xsmall" variant="bare" onClick={() => setAll(true)}>
                Show {hidden} earlier
              </Button>
            </div>
          ) : missing > 0 ? (
            <div className="border-b border-line px-3 py-1">
              <Button size="xsmall" variant="bare" loading={isLoading} onClick={loadEarlier}>
                Load {missing} earlier
              </Button>
            </div>
          ) : null}
          {error === null ? null : (
            <FailureBanner className="m-3" retrying={isLoading} onRetry={loadEarlier}>
              The earlier messages could not be loaded.
            </FailureBanner>
          )}
          <ClosedMessages label="Earlier messages" messages={shownBefore} onOpen={setOpenId} />
        </div>
      ) : null}
      {open === undefined ? null : (
        <OpenMessage key={open.id} message={open} conversationId={conversation.id} />
      )}
      <div className="max-h-1/4 shrink-0 overflow-y-auto not-empty:border-t not-empty:border-line">
        <ClosedMessages
          label="Later messages"
          messages={messages.slice(openAt + 1)}
          onOpen={setOpenId}
        />
      </div>
    </>
  );
}

/**
 * A message without its text is fetched by itself: a timeline lists messages so, and a long conversation its
 * older ones.
 */
function OpenMessage({ message, conversationId }: { message: Activity; conversationId: string }) {
  const hasText = !message.isShortened && (message.htmlBody !== '' || message.plainTextBody !== '');
  const { data, isPending, isFetching, error, refetch } = useQuery({
    ...activityQuery(message.id),
    enabled: !hasText && message.id !== '',
    retry: false,
  });
  const whole = useMemo(() => data && readActivity(data), [data]);
  if (!hasText && isPending && message.id !== '') return <ActivitySkeleton />;
  return (
    <>
      {whole === undefined && error !== null ? (
        <FailureBanner
          className="m-3 shrink-0"
          retrying={isFetching}
          onRetry={() => void refetch()}
        >
          The text of this message could not be loaded.
        </FailureBanner>
      ) : null}
      <ShareNotice activity={whole ?? message} conversationId={conversationId} />
      <EmailContent activity={whole ?? message} />
    </>
  );
}

type ClosedMessagesProps = {
  label: string;
  messages: readonly Activity[];
  onOpen: (messageId: string) => void;
};

function ClosedMessages({ label, messages, onOpen }: ClosedMessagesProps) {
  const senders = useNamed(
    messages.map(
      ({ participants }) => participants.find(({ role }) => role === 'from') ?? NO_SENDER,
    ),
  );
  if (messages.length === 0) return null;
  return (
    <ol aria-label={label}>
      {messages.map(({ id, summary, plainTextBody, occurredAt }, index) => {
        const sender = participantName(senders[index] ?? {});
        return (
          <li key={id}>
            <button
              type="button"
              className="flex h-9 w-full items-center gap-3 border-b border-line px-4 text-left text-grid outline-offset-[-2px] transition-colors hoverable:bg-hover"
              onClick={() => onOpen(id)}
            >
              <Avatar name={sender} />
              <span dir="auto" className="max-w-2/5 shrink-0 truncate font-medium">
                {sender}
              </span>
              <span dir="auto" className="min-w-0 flex-1 truncate text-muted">
                {truncateSummary(summary || plainTextBody.slice(0, 500))}
              </span>
              {occurredAt === undefined ? null : (
                <time
                  dateTime={occurredAt.toISOString()}
                  title={formatExactTime(occurredAt)}
                  className="shrink-0 text-faint"
                >
                  {formatShortDay(dayOf(occurredAt))}
                </time>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
