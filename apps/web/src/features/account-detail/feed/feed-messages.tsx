import { participantName } from '@repo/domain/activities/participant-label';
import { truncateSummary } from '@repo/domain/activities/summary';
import { clsx } from 'clsx';
import { formatShortDay, formatTimeOfDay } from '#lib/time/business-time.ts';
import { formatExactTime } from '#lib/time/relative-time.ts';
import type { FeedMessage } from './feed-item.ts';

/** The newest so many; the panel beside shows them all. */
const SHOWN = 8;

type Props = {
  /** Oldest first. */
  messages: readonly FeedMessage[];
  openId: string;
  onOpen: (activityId: string) => void;
};

/** The messages of the open conversation, newest first as everything in the feed. */
export function FeedMessages({ messages, openId, onOpen }: Props) {
  const shown = messages.slice(-SHOWN).toReversed();
  const hidden = messages.length - shown.length;
  const lastDay = messages.at(-1)?.day;
  return (
    <ol aria-label="Messages" className="pr-4 pb-2 pl-11">
      {shown.map((message) => (
        <li key={message.id} className="border-l border-line-strong">
          <button
            type="button"
            data-feed-message={message.id}
            aria-current={openId === message.id || undefined}
            className={clsx(
              'flex w-full items-baseline gap-2 rounded-r-sm py-1 pl-3 text-left text-grid transition-colors hoverable:bg-hover',
              openId === message.id && 'bg-highlight',
            )}
            onClick={() => onOpen(message.id)}
          >
            <span dir="auto" className="max-w-2/5 shrink-0 truncate font-medium">
              {senderOf(message)}
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-muted">
              {truncateSummary(message.summary)}
            </span>
            <time
              dateTime={message.occurredAt.toISOString()}
              title={formatExactTime(message.occurredAt)}
              className="shrink-0 text-faint"
            >
              {message.day === lastDay
                ? formatTimeOfDay(message.occurredAt)
                : formatShortDay(message.day)}
            </time>
          </button>
        </li>
      ))}
      {hidden > 0 ? (
        <li className="border-l border-line-strong py-1 pl-3 text-grid text-faint">
          and {hidden} earlier
        </li>
      ) : null}
    </ol>
  );
}

function senderOf({ participants }: FeedMessage): string {
  return participantName(participants.find(({ role }) => role === 'from') ?? {});
}
