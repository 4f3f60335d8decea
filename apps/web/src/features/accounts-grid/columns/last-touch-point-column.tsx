import { MessageSquare } from 'lucide-react';
import { ActivityIcon } from '../../../lib/activities/activity-icon.tsx';
import { activityName } from '../../../lib/activities/activity-name.ts';
import { formatExactTime, formatRelativeTime } from '../../../lib/time/relative-time.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import type { Account } from '../data/account.ts';
import type { AccountColumn } from './account-column.ts';
import { NoValue } from './no-value.tsx';

export const lastTouchPointColumn: AccountColumn = {
  label: 'Last Touch Point',
  icon: <MessageSquare />,
  access: 'EDITABLE',
  width: 350,
  cell: ({ lastActivity }) =>
    lastActivity === undefined ? <NoValue /> : <LastTouchPointCell activity={lastActivity} />,
  wholeCell: ({ lastActivity }) =>
    lastActivity === undefined ? <NoValue /> : <WholeLastTouchPointCell activity={lastActivity} />,
  hint: ({ lastActivity }) => lastActivity && formatExactTime(new Date(lastActivity.occurredAt)),
  csv: [
    { heading: 'Last Touch Point', value: ({ lastActivity }) => lastActivity?.title ?? '' },
    { heading: 'Type', value: ({ lastActivity }) => lastActivity?.type ?? '' },
    { heading: 'Time', value: ({ lastActivity }) => lastActivity?.occurredAt ?? '' },
  ],
  sort: {
    by: 'lastTouchPoint',
    key: ({ lastActivity }) => lastActivity && Date.parse(lastActivity.occurredAt),
  },
};

type Props = { activity: NonNullable<Account['lastActivity']> };

function LastTouchPointCell({ activity }: Props) {
  const now = useNow();
  return (
    <span className="flex items-center gap-2">
      <ActivityIcon type={activity.type} className="text-faint" />
      <span className="sr-only">{activityName(activity.type)}: </span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {activity.title}
      </span>
      <time dateTime={activity.occurredAt} className="shrink-0 text-faint">
        {formatRelativeTime(new Date(activity.occurredAt), now)}
      </time>
    </span>
  );
}

function WholeLastTouchPointCell({ activity }: Props) {
  return (
    <span className="flex min-w-0 gap-2 self-start py-1">
      <ActivityIcon type={activity.type} className="mt-0.5 text-faint" />
      <span className="min-w-0">
        <span dir="auto" className="block">
          {activity.title}
        </span>
        <span className="block text-faint">
          {activityName(activity.type)} · {formatExactTime(new Date(activity.occurredAt))}
        </span>
      </span>
    </span>
  );
}
