import { Activity } from 'lucide-react';
import { isFullServer } from '#lib/server-level.ts';
import type { CellHint } from '#ui/data-grid/grid-column.ts';
import { total, type Account } from '../data/account.ts';
import type { AccountColumn } from './account-column.ts';
import { DAY_WIDTH } from './bubble-path.ts';
import { BubbleTimeline } from './bubble-timeline.tsx';
import { DayLink } from './day-link.tsx';
import { dayName, lastDays } from './timeline-days.ts';

export const recentActivityColumn: AccountColumn = {
  label: 'Recent Activity',
  icon: <Activity />,
  access: 'EDITABLE',
  width: 420,
  isFlush: true,
  cell: ({ id, timeline }, accountPath) =>
    timeline === undefined ? null : (
      <>
        <BubbleTimeline timeline={timeline} />
        {isFullServer() ? <DayLink timeline={timeline} path={accountPath(id)} /> : null}
      </>
    ),
  hint: dayHint,
  sort: {
    by: 'recentActivity',
    key: ({ timeline }) => timeline && total(timeline.external) + total(timeline.internal),
  },
};

/** The day under the pointer with both of its counts. */
function dayHint({ timeline }: Account, x: number, width: number): CellHint | undefined {
  if (timeline === undefined) return undefined;
  const { external, internal } = timeline;
  // The chart is aligned to the right edge, where today is.
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
