import { MessageSquare } from 'lucide-react';
import { ActivityIcon } from '#lib/activities/activity-icon.tsx';
import { activityName } from '#lib/activities/activity-name.ts';
import { AT } from '#lib/activities/account-address.ts';
import { isFullServer } from '#lib/server-level.ts';
import { formatInstant } from '#lib/time/business-time.ts';
import { formatExactTime, formatRelativeTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import type { Account } from '../data/account.ts';
import type { AccountColumn } from './account-column.ts';
import { NoValue } from './no-value.tsx';
import { PlainLink } from './plain-link.tsx';

export const lastTouchPointColumn: AccountColumn = {
  label: 'Last Touch Point',
  icon: <MessageSquare />,
  access: 'EDITABLE',
  width: 350,
  shrinksTo: 200,
  cell: ({ id, lastActivity }, accountPath) =>
    lastActivity === undefined ? (
      <NoValue />
    ) : (
      <LastTouchPointCell activity={lastActivity} path={accountPath(id)} />
    ),
  wholeCell: ({ id, lastActivity }, accountPath) =>
    lastActivity === undefined ? (
      <NoValue />
    ) : (
      <WholeLastTouchPointCell activity={lastActivity} path={accountPath(id)} />
    ),
  hint: ({ lastActivity }) => lastActivity && formatExactTime(new Date(lastActivity.occurredAt)),
  sort: {
    by: 'lastTouchPoint',
    key: ({ lastActivity }) => lastActivity && Date.parse(lastActivity.occurredAt),
  },
};

type Props = {
  activity: NonNullable<Account['lastActivity']>;
  /** The path of the account's page. */
  path: string;
};

export function LastTouchPointCell({ activity, path }: Props) {
  const now = useNow();
  return (
    <span className="flex items-center gap-2">
      <ActivityIcon type={activity.type} className="text-faint" />
      <span className="sr-only">{activityName(activity.type)}: </span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        <Title activity={activity} path={path} />
      </span>
      <time dateTime={activity.occurredAt} className="shrink-0 text-faint">
        {formatRelativeTime(new Date(activity.occurredAt), now)}
      </time>
    </span>
  );
}

function WholeLastTouchPointCell({ activity, path }: Props) {
  return (
    <span className="flex min-w-0 gap-2 self-start py-1">
      <ActivityIcon type={activity.type} className="mt-0.5 text-faint" />
      <span className="min-w-0">
        <span dir="auto" className="block">
          <Title activity={activity} path={path} />
        </span>
        <span className="block text-faint">
          {activityName(activity.type)} · {formatInstant(new Date(activity.occurredAt))}
        </span>
      </span>
    </span>
  );
}

/** Leads to the activity, which the row of an account names by its time. A link needs a text. */
function Title({ activity, path }: Props) {
  return isFullServer() && activity.title.trim() !== '' ? (
    <PlainLink to={`${path}?${AT}=${encodeURIComponent(activity.occurredAt)}`}>
      {activity.title}
    </PlainLink>
  ) : (
    activity.title
  );
}
