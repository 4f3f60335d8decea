import { Activity, Building2, CalendarPlus, MessageSquare, UserRound, Users } from 'lucide-react';
import { formatExactTime, formatRelativeTime } from '../../../lib/relative-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { CellHint, GridColumn } from '../../../ui/data-grid/grid-column.ts';
import { AccountCell, WholeAccountCell } from './account-cell.tsx';
import { personName, type Account } from '../data/account.ts';
import type { AccountsView } from '../data/accounts-view.ts';
import { DAY_WIDTH } from './bubble-path.ts';
import { BubbleTimeline } from './bubble-timeline.tsx';
import { COLUMN_WIDTHS, FROZEN_COLUMN, type ColumnId, type ColumnState } from './column-state.ts';
import { ContributorsCell, WholeContributorsCell } from './contributors-cell.tsx';
import { LastTouchPointCell, WholeLastTouchPointCell } from './last-touch-point-cell.tsx';
import { dayName, lastDays } from './timeline-days.ts';

type Kind = Pick<
  GridColumn<Account>,
  'label' | 'icon' | 'render' | 'renderWhole' | 'hint' | 'access' | 'isFlush'
>;

export const COLUMN_LABELS: Readonly<Record<ColumnId, string>> = {
  name: 'Account',
  recentActivity: 'Recent Activity',
  lastTouchPoint: 'Last Touch Point',
  contributors: 'Contributors',
  createdBy: 'Created By',
  created: 'Created',
};

/** The columns as they are to be shown. `accountPath` gives an account's page. */
export function accountColumns(
  { shown, widths }: ColumnState,
  sort: AccountsView['sort'],
  accountPath: (accountId: string) => string,
): GridColumn<Account>[] {
  const kinds = columnKinds(accountPath);
  return shown.map((id) => ({
    id,
    ...kinds[id],
    frozen: id === FROZEN_COLUMN,
    movable: id !== FROZEN_COLUMN,
    removable: id !== FROZEN_COLUMN,
    namesRow: id === FROZEN_COLUMN,
    sortable: true,
    sortOrder: sort?.by === id ? sort.order : undefined,
    width: widths[id] ?? COLUMN_WIDTHS[id],
  }));
}

function columnKinds(accountPath: (accountId: string) => string): Record<ColumnId, Kind> {
  return {
    name: {
      label: COLUMN_LABELS.name,
      icon: <Building2 />,
      access: 'EDITABLE',
      render: (account) => <AccountCell account={account} path={accountPath(account.id)} />,
      renderWhole: (account) => (
        <WholeAccountCell account={account} path={accountPath(account.id)} />
      ),
    },
    recentActivity: {
      label: COLUMN_LABELS.recentActivity,
      icon: <Activity />,
      access: 'EDITABLE',
      isFlush: true,
      render: ({ timeline }) =>
        timeline === undefined ? null : <BubbleTimeline timeline={timeline} />,
      hint: dayHint,
    },
    lastTouchPoint: {
      label: COLUMN_LABELS.lastTouchPoint,
      icon: <MessageSquare />,
      access: 'EDITABLE',
      render: ({ lastActivity }) =>
        lastActivity === undefined ? <Nothing /> : <LastTouchPointCell activity={lastActivity} />,
      renderWhole: ({ lastActivity }) =>
        lastActivity === undefined ? (
          <Nothing />
        ) : (
          <WholeLastTouchPointCell activity={lastActivity} />
        ),
      hint: ({ lastActivity }) =>
        lastActivity && formatExactTime(new Date(lastActivity.occurredAt)),
    },
    contributors: {
      label: COLUMN_LABELS.contributors,
      icon: <Users />,
      access: 'EDITABLE',
      render: ({ contributors }) =>
        contributors.length === 0 ? <Nothing /> : <ContributorsCell contributors={contributors} />,
      renderWhole: ({ contributors }) =>
        contributors.length === 0 ? (
          <Nothing />
        ) : (
          <WholeContributorsCell contributors={contributors} />
        ),
      hint: ({ contributors }) => contributors.map(personName).join('\n') || undefined,
    },
    createdBy: {
      label: COLUMN_LABELS.createdBy,
      icon: <UserRound />,
      access: 'EDITABLE',
      render: ({ createdBy }) =>
        createdBy === undefined ? <Nothing /> : <span dir="auto">{createdBy}</span>,
      hint: ({ createdBy }) => createdBy,
    },
    created: {
      label: COLUMN_LABELS.created,
      icon: <CalendarPlus />,
      access: 'READ_ONLY',
      render: ({ createdAt }) => <Created at={createdAt} />,
      hint: ({ createdAt }) =>
        Number.isNaN(Date.parse(createdAt)) ? undefined : formatExactTime(new Date(createdAt)),
    },
  };
}

function Nothing() {
  return <span className="text-faint">–</span>;
}

function Created({ at }: { at: string }) {
  const now = useNow();
  if (Number.isNaN(Date.parse(at))) return <Nothing />;
  return (
    <time dateTime={at} className="text-muted">
      {formatRelativeTime(new Date(at), now, 'short')}
    </time>
  );
}

/** The day under the pointer with both of its counts. */
function dayHint({ timeline }: Account, x: number, width: number): CellHint | undefined {
  if (timeline === undefined) return undefined;
  const { external, internal } = timeline;
  // The drawing stands at the right edge, where today is.
  const start = width - external.length * DAY_WIDTH;
  const index = Math.floor((x - start) / DAY_WIDTH);
  const days = lastDays(external.length, new Date());
  const day = days[index];
  const today = days.at(-1);
  if (day === undefined || today === undefined) return undefined;
  const counts = `${external[index] ?? 0} external, ${internal[index] ?? 0} internal`;
  return {
    text: `${dayName(day, today)}\n${counts}`,
    from: start + index * DAY_WIDTH,
    to: start + (index + 1) * DAY_WIDTH,
  };
}
