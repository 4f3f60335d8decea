import type { BusinessDay } from '@repo/domain/time/business-day';
import { bubbleIntensities } from '@repo/domain/activities/intensity';
import { memo, useMemo } from 'react';
import {
  formatShortDay,
  formatWeekday,
  formatWholeDay,
  isWeekend,
} from '#lib/time/business-time.ts';
import { BubbleLegend } from '#ui/bubble-chart/bubble-legend.tsx';
import { isFullServer } from '#lib/server-level.ts';
import { BubbleChart } from '#ui/bubble-chart/bubble-chart.tsx';
import type { BubbleColumn } from '#ui/bubble-chart/bubble-column.ts';
import type { DayCounts } from './window-stats.ts';

type Props = {
  /** The days of the window, oldest first. */
  days: readonly DayCounts[];
  today: BusinessDay;
  /** The day at the top of the feed. */
  selected: BusinessDay | undefined;
  onSelect: (day: BusinessDay) => void;
};

const SIDES = { above: 'External', below: 'Internal' };

/** Activity by day: external above the centre line, internal below. */
export const TimelineChart = memo(function TimelineChart({
  days,
  today,
  selected,
  onSelect,
}: Props) {
  const columns = useMemo(() => columnsOf(days, today), [days, today]);
  return (
    <div className="shrink-0 border-b border-line px-4 pt-2 pb-2">
      <BubbleChart
        label={summaryOf(days)}
        columns={columns}
        sides={SIDES}
        selected={selected}
        onSelect={onSelect}
      />
      {isFullServer() ? <BubbleLegend sides={SIDES} scale="relative to this account" /> : null}
    </div>
  );
});

function columnsOf(days: readonly DayCounts[], today: BusinessDay): BubbleColumn[] {
  const { internal, external } = bubbleIntensities(
    days.map((counts) => counts.internal),
    days.map((counts) => counts.external),
  );
  return days.map((counts, index) => {
    const { day } = counts;
    const isToday = day === today;
    return {
      key: day,
      label: isToday ? 'Today' : formatShortDay(day),
      name: `${isToday ? 'Today' : formatWeekday(day)}: ${counts.external} external, ${counts.internal} internal`,
      above: external[index] ?? 0,
      below: internal[index] ?? 0,
      shaded: isWeekend(day),
      marked: isToday,
    };
  });
}

function summaryOf(days: readonly DayCounts[]): string {
  const total = (side: 'external' | 'internal') =>
    days.reduce((sum, counts) => sum + counts[side], 0);
  const from = formatWholeDay(days[0]?.day ?? '');
  const to = formatWholeDay(days.at(-1)?.day ?? '');
  return `Activity by day, ${from} to ${to}: ${total('external')} external, ${total('internal')} internal`;
}
