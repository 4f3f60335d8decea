import { CalendarCheck, CalendarClock, MailCheck, MailOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayLabel } from '#lib/relationships/day-label.ts';
import { formatExactTime, formatRelativeTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import type { Account } from '../data/account.ts';
import type { AccountColumn } from './account-column.ts';
import { CellLink } from './cell-link.tsx';
import { NoValue } from './no-value.tsx';
import { dayOf } from '#lib/time/workspace-day.ts';

type DayOf = (account: Account) => string | undefined;

const dayColumn = (label: string, icon: ReactNode, dayOf: DayOf): Omit<AccountColumn, 'sort'> => ({
  level: 'full',
  isOptional: true,
  label,
  icon,
  access: 'READ_ONLY',
  width: 210,
  cell: (account, accountPath) => <Day day={dayOf(account)} path={accountPath(account.id)} />,
  hint: dayOf,
});

const byUs: DayOf = ({ relationship }) => relationship?.lastDayByUs;
const byThem: DayOf = ({ relationship }) => relationship?.lastDayByThem;

export const lastContactByUsColumn: AccountColumn = {
  ...dayColumn('Last Contact by Us', <MailCheck />, byUs),
  sort: { by: 'lastContactByUs', key: byUs },
};

export const lastContactByThemColumn: AccountColumn = {
  ...dayColumn('Last Contact by Them', <MailOpen />, byThem),
  sort: { by: 'lastContactByThem', key: byThem },
};

export const nextMeetingColumn: AccountColumn = {
  level: 'full',
  isOptional: true,
  label: 'Next Meeting',
  icon: <CalendarClock />,
  access: 'READ_ONLY',
  width: 150,
  cell: ({ relationship }) => <Meeting at={relationship?.nextMeetingAt} />,
  hint: ({ relationship }) =>
    relationship?.nextMeetingAt && formatExactTime(new Date(relationship.nextMeetingAt)),
  sort: { by: 'nextMeeting', key: ({ relationship }) => relationship?.nextMeetingAt },
};

export const daysInTouchColumn: AccountColumn = {
  level: 'full',
  isOptional: true,
  label: 'Days in Touch',
  icon: <CalendarCheck />,
  access: 'READ_ONLY',
  width: 180,
  cell: ({ id, relationship }, accountPath) =>
    relationship?.lastDay === undefined ? (
      <NoValue />
    ) : (
      <CellLink to={`${accountPath(id)}/people`}>{relationship.daysInTouch}</CellLink>
    ),
  hint: ({ relationship }) => relationship && 'Days in touch in the last 12 weeks',
  sort: { by: 'daysInTouch', key: ({ relationship }) => relationship?.daysInTouch },
};

/** The day opens the account with the timeline that ends there. */
function Day({ day, path }: { day: string | undefined; path: string }) {
  const now = useNow();
  if (day === undefined) return <NoValue />;
  return (
    <CellLink to={`${path}?timeline_end=${day}`}>
      <time dateTime={day} className="text-muted">
        {dayLabel(day, dayOf(now))}
      </time>
    </CellLink>
  );
}

function Meeting({ at }: { at: string | undefined }) {
  const now = useNow();
  if (at === undefined) return <NoValue />;
  return <time dateTime={at}>{formatRelativeTime(new Date(at), now)}</time>;
}
