import { activityHeadline, activityTitle } from '@repo/domain/activities/activity-text';
import { participantName } from '@repo/domain/activities/participant-label';
import { truncateSummary } from '@repo/domain/activities/summary';
import { clsx } from 'clsx';
import { memo } from 'react';
import { ActivityIcon } from '#lib/activities/activity-icon.tsx';
import { formatTimeOfDay, formatWholeDay } from '#lib/time/business-time.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { plural } from '@repo/domain/text/plural';
import { Avatar } from '#ui/display/avatar.tsx';
import { FeedMessages } from './feed-messages.tsx';
import type { FeedItem, FeedPerson } from './feed-item.ts';

/** The most people that are shown as bubbles (specification part 2, section 9). */
const BUBBLES = 3;

export type FeedItemRowProps = {
  item: FeedItem;
  /** The id of the open activity, when it is this entry or one of its messages. */
  openId: string | undefined;
  isTabStop: boolean;
  onOpen: (activityId: string) => void;
  /** The user is about to open it; undefined when pointer or focus has left. */
  onApproach: (activityId: string | undefined) => void;
  onFocus: (item: FeedItem) => void;
};

/** An entry of the feed; the open one is shown in full. */
export const FeedItemRow = memo(function FeedItemRow({
  item,
  openId,
  isTabStop,
  onOpen,
  onApproach,
  onFocus,
}: FeedItemRowProps) {
  const isOpen = openId !== undefined;
  const clip = isOpen ? 'break-words' : 'truncate';
  const summary = truncateSummary(item.summary);
  return (
    <article
      className={clsx(
        'relative border-b border-line',
        isOpen &&
          'bg-accent-soft before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent',
      )}
    >
      <button
        type="button"
        data-feed-item={item.id}
        aria-current={isOpen || undefined}
        tabIndex={isTabStop ? 0 : -1}
        className="flex w-full gap-3 px-4 py-2.5 text-left outline-offset-[-2px] transition-colors hoverable:bg-hover active:bg-pressed"
        onClick={() => onOpen(item.id)}
        onFocus={() => {
          onFocus(item);
          onApproach(item.id);
        }}
        onPointerEnter={() => onApproach(item.id)}
        onPointerLeave={() => onApproach(undefined)}
      >
        <ActivityIcon type={item.type} className="mt-0.5 text-faint" />
        <span className="min-w-0 flex-1">
          <span className="flex items-start gap-3">
            <span
              dir="auto"
              className={clsx('min-w-0 flex-1 text-grid text-muted first-letter:uppercase', clip)}
            >
              {item.isDayOnly ? 'Shared as activity only' : activityHeadline(item)}
            </span>
            <ParticipantBubbles
              participants={item.participants}
              className={isOpen ? '@max-[35rem]:hidden' : '@max-[25rem]:hidden'}
            />
            <time
              dateTime={item.occurredAt.toISOString()}
              title={
                item.isDayOnly
                  ? formatWholeDay(item.day)
                  : item.isAllDay
                    ? `${formatWholeDay(item.day)}, all day`
                    : formatExactTime(item.occurredAt)
              }
              className="w-16 shrink-0 text-right text-grid text-faint"
            >
              {item.isDayOnly ? null : item.isAllDay ? 'All day' : formatTimeOfDay(item.occurredAt)}
            </time>
          </span>
          <span dir="auto" className={clsx('block font-medium', clip)}>
            {activityTitle(item)}
            {item.messages.length > 0 ? (
              <span className="ml-2 font-normal text-faint">
                {plural(item.messages.length, 'message')}
              </span>
            ) : null}
          </span>
          {summary === '' ? null : (
            <span dir="auto" className={clsx('block text-grid text-muted', clip)}>
              {summary}
            </span>
          )}
        </span>
      </button>
      {isOpen && item.messages.length > 0 ? (
        <FeedMessages messages={item.messages} openId={openId} onOpen={onOpen} />
      ) : null}
    </article>
  );
});

type BubblesProps = { participants: readonly FeedPerson[]; className: string };

/** Hidden where space is short and the whole headline is shown, which names them already. */
function ParticipantBubbles({ participants, className }: BubblesProps) {
  return (
    <span aria-hidden className={clsx('flex shrink-0', className)}>
      {participants.slice(0, BUBBLES).map((person, index) => (
        <Avatar
          key={`${person.email} ${index}`}
          name={participantName(person)}
          className="not-first:ml-0.5"
        />
      ))}
    </span>
  );
}
