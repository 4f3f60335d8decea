import type { TodayMeeting } from '@repo/contract/today';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { MeetingBrief } from './meeting-brief.tsx';
import { timesOf } from './times-of.ts';

type Props = {
  meeting: TodayMeeting;
  /** Whether no other meeting is before it. */
  isNext: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

/** A meeting; opened, it shows what to know before it. */
export function MeetingRow({ meeting, isNext, isOpen, onToggle }: Props) {
  const briefId = useId();
  const now = useNow();
  const [start, end] = [new Date(meeting.startTime), new Date(meeting.endTime)];
  const isCurrent = start <= now && now < end;
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? briefId : undefined}
        onClick={onToggle}
        className="flex w-full items-start gap-3 rounded-md px-4 py-2.5 text-left outline-offset-[-2px] hoverable:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={clsx(
            'mt-0.5 size-icon-small shrink-0 text-faint transition-transform',
            isOpen && 'rotate-90',
          )}
        />
        <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:gap-3">
          <time
            dateTime={meeting.startTime}
            title={formatExactTime(start)}
            className="w-44 shrink-0 text-grid leading-5 text-muted tabular-nums"
          >
            {timesOf(meeting, now)}
          </time>
          <span className="min-w-0 flex-1">
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span
                dir="auto"
                className={clsx('min-w-0 truncate font-medium', meeting.isOver && 'text-muted')}
              >
                {meeting.title || 'No title'}
              </span>
              {meeting.isOver ? (
                <Badge>Over</Badge>
              ) : isCurrent && !meeting.isAllDay ? (
                <Badge kind="accent">Now</Badge>
              ) : isNext ? (
                <Badge>Next</Badge>
              ) : null}
            </span>
            <span dir="auto" className="block truncate text-grid text-muted">
              {meeting.accounts.map(({ name }) => name || 'Unnamed account').join(', ')}
              {meeting.location === '' ? '' : ` · ${meeting.location}`}
            </span>
          </span>
        </span>
      </button>
      {isOpen ? (
        <div id={briefId}>
          <MeetingBrief meeting={meeting} />
        </div>
      ) : null}
    </li>
  );
}
