import { plural } from '@repo/domain/text/plural';
import { windowDays, windowSizes, windowStart } from '@repo/domain/time/timeline-window';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatShortDay, formatWholeDay } from '#lib/time/business-time.ts';
import { Button } from '#ui/forms/button.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { SegmentedControl } from '#ui/forms/segmented-control.tsx';
import type { TimelineWindow } from './use-timeline-window.ts';

const SIZES = windowSizes.map((value) => ({
  value,
  label: value,
  name: plural(windowDays[value] / 7, 'week'),
}));

/** Chooses how long a stretch of the timeline is shown, and moves it. */
export function WindowControl({ window }: { window: TimelineWindow }) {
  const { size, end, isLatest, setSize, goBack, goForward, goToToday } = window;
  const length = plural(windowDays[size] / 7, 'week');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-lg:justify-between">
      <p className="text-grid whitespace-nowrap text-muted">
        {formatShortDay(windowStart(size, end))} – {formatWholeDay(end)}
      </p>
      <div className="flex items-center gap-1.5">
        <SegmentedControl
          label="Timeline range"
          options={SIZES}
          value={size}
          onValueChange={setSize}
        />
        <IconButton label={`Back ${length}`} icon={<ChevronLeft />} onClick={goBack} />
        <IconButton
          label={`Forward ${length}`}
          icon={<ChevronRight />}
          disabled={isLatest}
          onClick={goForward}
        />
        <Button size="small" disabled={isLatest} onClick={goToToday}>
          Today
        </Button>
      </div>
    </div>
  );
}
