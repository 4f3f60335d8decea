import { CalendarPlus } from 'lucide-react';
import { formatExactTime, formatRelativeTime } from '#lib/time/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import type { AccountColumn } from './account-column.ts';
import { NoValue } from './no-value.tsx';

export const createdColumn: AccountColumn = {
  label: 'Created',
  icon: <CalendarPlus />,
  access: 'READ_ONLY',
  width: 100,
  cell: ({ createdAt }) => <Created at={createdAt} />,
  hint: ({ createdAt }) =>
    Number.isNaN(Date.parse(createdAt)) ? undefined : formatExactTime(new Date(createdAt)),
  sort: { by: 'created', key: ({ createdAt }) => Date.parse(createdAt) },
};

function Created({ at }: { at: string }) {
  const now = useNow();
  if (Number.isNaN(Date.parse(at))) return <NoValue />;
  return (
    <time dateTime={at} className="text-muted">
      {formatRelativeTime(new Date(at), now, 'short')}
    </time>
  );
}
