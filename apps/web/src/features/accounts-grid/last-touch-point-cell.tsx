import { Calendar, Clock, Mail, Phone } from 'lucide-react';
import { formatExactTime, formatRelativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import type { Account } from './account.ts';

const KINDS = {
  email: { Icon: Mail, name: 'Email' },
  calendar: { Icon: Calendar, name: 'Meeting' },
  call: { Icon: Phone, name: 'Call' },
};
const OTHER_KIND = { Icon: Clock, name: 'Activity' };

type Props = { activity: NonNullable<Account['lastActivity']> };

export function LastTouchPointCell({ activity }: Props) {
  const { Icon, name } = KINDS[activity.type] ?? OTHER_KIND;
  const now = useNow();
  return (
    <span className="flex items-center gap-2">
      <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
      <span className="sr-only">{name}: </span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {activity.title}
      </span>
      <time dateTime={activity.occurredAt} className="shrink-0 text-faint">
        {formatRelativeTime(new Date(activity.occurredAt), now)}
      </time>
    </span>
  );
}

export function WholeLastTouchPointCell({ activity }: Props) {
  const { Icon, name } = KINDS[activity.type] ?? OTHER_KIND;
  return (
    <span className="flex min-w-0 gap-2 self-start py-1">
      <Icon aria-hidden className="mt-0.75 size-3.5 shrink-0 text-faint" />
      <span className="min-w-0">
        <span dir="auto" className="block">
          {activity.title}
        </span>
        <span className="block text-faint">
          {name} · {formatExactTime(new Date(activity.occurredAt))}
        </span>
      </span>
    </span>
  );
}
