import { Ban, Clock, MapPin, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '@repo/domain/text/plural';
import { formatExactTime } from '#lib/time/relative-time.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { formatDays, formatLength, formatSpan } from './activity-time.ts';
import { MessageBody } from './mail/message-body.tsx';
import { Linked } from './mail/plain-text.tsx';
import { PeopleList } from './people.tsx';
import type { Activity } from './read-activity.ts';

/** The time, place, participants and description of a meeting. */
export function MeetingContent({ activity }: { activity: Activity }) {
  const { id, location, participants, htmlBody, plainTextBody, summary, status } = activity;
  const start = activity.startTime ?? activity.occurredAt;
  const { endTime, isAllDay } = activity;
  const hasText = [htmlBody, plainTextBody, summary].some((text) => text.trim() !== '');
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        className={`flex flex-col gap-3 overflow-y-auto border-b border-line px-4 py-3 ${hasText ? 'max-h-1/2 shrink-0' : 'flex-1'}`}
      >
        {start === undefined ? null : (
          <Fact icon={<Clock />} label="Time">
            {isAllDay ? (
              formatDays(start, endTime)
            ) : (
              <time dateTime={start.toISOString()} title={formatExactTime(start)}>
                {formatSpan(start, endTime)}
              </time>
            )}
            {endTime !== undefined && endTime > start && !isAllDay ? (
              <span className="ml-2 text-faint">{formatLength(start, endTime)}</span>
            ) : null}
            {activity.unknownTimeZone === '' ? null : (
              <p className="mt-1 text-grid break-words text-warning-ink">
                {`The calendar names a time zone that is not known (“${activity.unknownTimeZone}”). Times in it were read as UTC.`}
              </p>
            )}
          </Fact>
        )}
        {status === '' || status === 'confirmed' ? null : (
          <Fact icon={<Ban />} label="Status">
            <Badge kind="warning">{status}</Badge>
          </Fact>
        )}
        {location === '' ? null : (
          <Fact icon={<MapPin />} label="Place">
            <span dir="auto" className="break-words">
              <Linked text={location} />
            </span>
          </Fact>
        )}
        <Fact icon={<Users />} label="People">
          <p className="mb-2 text-grid text-muted">{plural(participants.length, 'participant')}</p>
          <PeopleList people={participants} />
        </Fact>
      </div>
      {hasText ? (
        <MessageBody
          key={id}
          title="Description"
          htmlBody={htmlBody}
          plainTextBody={plainTextBody}
          summary={summary}
        />
      ) : null}
    </div>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:size-icon-small [&>svg]:shrink-0 [&>svg]:text-faint">
      {icon}
      <div className="min-w-0 flex-1">
        <span className="sr-only">{label}: </span>
        {children}
      </div>
    </div>
  );
}
