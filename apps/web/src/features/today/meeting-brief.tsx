import type { TodayAttendee, TodayConversation, TodayMeeting } from '@repo/contract/today';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ActivityIcon } from '#lib/activities/activity-icon.tsx';
import { activityName } from '#lib/activities/activity-name.ts';
import { failureMessage } from '#lib/api/api-error.ts';
import { NamesProvider, useNamed } from '#lib/people/names.tsx';
import { PersonName } from '#lib/people/person-name.tsx';
import { dayLabel } from '#lib/relationships/day-label.ts';
import { StrengthBadge } from '#lib/relationships/strength-badge.tsx';
import { useNow } from '#lib/time/use-now.ts';
import { dayOf } from '#lib/time/workspace-day.ts';
import { useWorkspace } from '#lib/workspaces/workspace-context.ts';
import { workspacePath } from '#lib/workspaces/workspace-path.ts';
import { RelativeTime } from '#ui/display/relative-time.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { FailureBanner } from '#ui/feedback/failure-banner.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/forms/button.tsx';
import { AccountLinks } from './account-links.tsx';
import type { Brief } from './read-today.ts';
import { timesOf } from './times-of.ts';
import { briefQuery } from './today-query.ts';

/** The facts that prepare for a meeting. While it is open, printing the page prints this alone. */
export function MeetingBrief({ meeting }: { meeting: TodayMeeting }) {
  const workspace = useWorkspace();
  const { data, error, refetch, isFetching } = useQuery(briefQuery(workspace.id, meeting.id));
  return (
    <div data-printed className="px-4 pt-1 pb-4 sm:pl-11">
      {data !== undefined ? (
        <NamesProvider addresses={data.attendees.map(({ email }) => email)}>
          <BriefParts meeting={meeting} brief={data} />
        </NamesProvider>
      ) : error === null ? (
        <output className="flex flex-col gap-2">
          <span className="sr-only">Loading the brief...</span>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-8" />
          ))}
        </output>
      ) : (
        <FailureBanner retrying={isFetching} onRetry={() => void refetch()}>
          {failureMessage(error, 'Failed to fetch the brief')}
        </FailureBanner>
      )}
    </div>
  );
}

type PartsProps = { meeting: TodayMeeting; brief: Omit<Brief, 'meeting'> };

function BriefParts({ meeting, brief }: PartsProps) {
  const { attendees, attendeeCount, lastActivities, waiting, unanswered, notes } = brief;
  const outside = attendees.filter(({ isColleague }) => !isColleague);
  const colleagues = attendees.filter(({ isColleague }) => isColleague);
  // The reader is invited and not listed.
  const others = attendeeCount - attendees.length - 1;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-grid text-muted">
          <PrintedTitle meeting={meeting} />
          <AccountLinks accounts={meeting.accounts} />
        </p>
        <Button size="xsmall" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
      </div>
      <Part title="Who comes">
        {outside.length === 0 ? (
          <p className="text-grid text-muted">No one from outside is invited.</p>
        ) : (
          <ul className="flex flex-col gap-1.5">
            {outside.map((attendee) => (
              <Attendee key={attendee.email || attendee.name} attendee={attendee} />
            ))}
          </ul>
        )}
        {colleagues.length === 0 ? null : (
          <p className="mt-1.5 text-grid text-muted">
            With <NamesOf people={colleagues} />
          </p>
        )}
        {others > 0 ? <p className="text-grid text-muted">and {others} more</p> : null}
      </Part>
      <Part title="Last contact with the account">
        {lastActivities.length === 0 ? (
          <p className="text-grid text-muted">Nothing is shared yet.</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {lastActivities.map(({ id, accountId, type, title, occurredAt }) => (
              <li key={id} className="flex min-w-0 items-center gap-2 text-grid">
                <ActivityIcon type={type} className="text-faint" />
                <ActivityLink accountId={accountId} id={id}>
                  <span className="sr-only">{activityName(type)}: </span>
                  {title || 'No subject'}
                </ActivityLink>
                <RelativeTime value={occurredAt} className="shrink-0 text-muted" />
              </li>
            ))}
          </ul>
        )}
      </Part>
      {waiting.length + unanswered.length === 0 ? null : (
        <Part title="Open conversations">
          <ul className="flex flex-col gap-1">
            {waiting.map((one) => (
              <OpenLine key={one.id} conversation={one} state="waiting for your answer" />
            ))}
            {unanswered.map((one) => (
              <OpenLine key={one.id} conversation={one} state="no answer yet" />
            ))}
          </ul>
        </Part>
      )}
      {notes.map(({ account, note }) => (
        <Part key={account.id} title={notes.length === 1 ? 'Note' : `Note on ${account.name}`}>
          <p dir="auto" className="text-grid break-words whitespace-pre-line">
            {note}
          </p>
        </Part>
      ))}
    </div>
  );
}

function NamesOf({ people }: { people: readonly { name: string; email: string }[] }) {
  return useNamed(people)
    .map(({ name, email }) => name || email)
    .join(', ');
}

/** On the screen the row above says it. */
function PrintedTitle({ meeting }: { meeting: TodayMeeting }) {
  return (
    <span className="hidden print:block">
      <span className="block text-title font-semibold text-ink">{meeting.title}</span>
      {timesOf(meeting, useNow())}
      {meeting.location === '' ? '' : ` · ${meeting.location}`}
    </span>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid">
      <h3 className="mb-1 text-grid font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

function Attendee({ attendee }: { attendee: TodayAttendee }) {
  const today = dayOf(useNow());
  const { name, email, contact } = attendee;
  const first = contact?.colleagues[0];
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-grid">
      {contact === null ? (
        <span dir="auto" className="truncate font-medium">
          {name || email}
        </span>
      ) : (
        <PersonName
          person={{ name: contact.name || name, email }}
          className="truncate font-medium"
        />
      )}
      {contact === null ? (
        <>
          {name === '' ? null : <span className="truncate text-muted">{email}</span>}
          <Badge>Not met before</Badge>
        </>
      ) : (
        <>
          {first === undefined ? null : <StrengthBadge label={first.label} />}
          <span className="text-muted">
            last contact {dayLabel(contact.lastDay, today).toLowerCase()}
            {first === undefined ? '' : ` · best known by ${first.name || first.email}`}
          </span>
        </>
      )}
    </li>
  );
}

type LineProps = { conversation: TodayConversation; state: string };

function OpenLine({ conversation, state }: LineProps) {
  const { id, account, title, person, occurredAt } = conversation;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 text-grid">
      <ActivityLink accountId={account.id} id={id}>
        {title || 'No subject'}
      </ActivityLink>
      <span className="text-muted">
        {person.name || person.email} · {state} · <RelativeTime value={occurredAt} />
      </span>
    </li>
  );
}

type LinkProps = { accountId: string; id: string; children: ReactNode };

function ActivityLink({ accountId, id, children }: LinkProps) {
  const workspace = useWorkspace();
  return (
    <Link
      to={`${workspacePath(workspace, `accounts/${encodeURIComponent(accountId)}`)}?activity=${encodeURIComponent(id)}`}
      dir="auto"
      className="min-w-0 truncate hover:underline"
    >
      {children}
    </Link>
  );
}
