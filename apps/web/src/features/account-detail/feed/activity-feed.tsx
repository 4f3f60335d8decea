import { joinLines } from '@repo/domain/activities/summary';
import type { BusinessDay } from '@repo/domain/time/business-day';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, useEffect, type ReactNode } from 'react';
import { activityQuery } from '#lib/activities/activity-query.ts';
import { formatDayHeading } from '#lib/time/business-time.ts';
import { useVirtualRows } from '#ui/display/virtual-rows.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Button } from '#ui/forms/button.tsx';
import { FeedEnd } from './feed-end.tsx';
import { FeedItemRow } from './feed-item-row.tsx';
import type { FeedItem } from './feed-item.ts';
import { dayAt, feedRows, nextItemRow, rowOfActivity, type FeedRow } from './feed-rows.ts';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { useItemMenu, type ItemMenu } from './use-item-menu.ts';
import { useFeedKeys } from './use-feed-keys.ts';
import type { Feed } from './use-feed.ts';
import { useLead, useLoadMore, useShowOpen } from './use-feed-scrolling.ts';
import type { OpenActivity } from './use-open-activity.ts';

/** Heights in pixels: a day's heading, and an entry without and with a summary. */
const HEADING = 36;
const ENTRY = { short: 61, long: 81 };
/** The button that loads newer activities. */
const NEWER = 44;
const NO_ITEMS: readonly FeedItem[] = [];

/** The menu of an entry, and its effects on the feed. */
export type RenderItemMenu = (
  menu: ItemMenu & { onOpen: () => void; onKept: () => void },
) => ReactNode;

type Props = {
  feed: Feed;
  today: BusinessDay;
  activity: OpenActivity;
  /** Undefined where entries have the browser's own menu. */
  renderItemMenu: RenderItemMenu | undefined;
};

/** The activities, newest first, under a heading for each day. */
export function ActivityFeed({ feed, today, activity, renderItemMenu }: Props) {
  const { items = NO_ITEMS, lead, hasNewer } = feed;
  const { activityId, open } = activity;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => feedRows(items), [items]);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const [focusedId, setFocusedId] = useState<string>();
  const focusedRow = rowOfActivity(rows, focusedId);
  const openRow = rowOfActivity(rows, activityId);
  const firstItem = nextItemRow(rows, -1, 1);
  const tabStop = [focusedRow, openRow, firstItem].find((row) => row >= 0);

  const scrollMargin = hasNewer ? NEWER : 0;
  const virtual = useVirtualRows({
    scroller,
    keys,
    estimate: (index) => heightOf(rows[index]),
    kept: tabStop,
    scrollMargin,
    scrollPaddingStart: HEADING,
  });
  const drawn = virtual.getVirtualItems();
  const firstInView = virtual.range?.startIndex ?? 0;

  const scrollTo = useCallback(
    (row: number, align: 'start' | 'center' | 'auto') => virtual.scrollToIndex(row, { align }),
    [virtual],
  );
  useLead(lead, rows, scrollTo);
  useShowOpen(openRow, activityId, scrollTo);
  useLoadMore(feed, scroller, {
    first: firstInView,
    last: drawn.at(-1)?.index ?? -1,
    count: rows.length,
    goesUp: virtual.scrollDirection === 'backward',
  });

  useFeedKeys({ rows, focusedRow, openRow, activity, feed, scrollTo, scroller, setFocusedId });
  const onFocus = useCallback((item: FeedItem) => setFocusedId(item.id), []);
  const onApproach = usePrefetchOnIntent();
  const { menu, onContextMenu } = useItemMenu();

  if (feed.items === undefined) {
    return feed.failed ? (
      <ErrorState
        className="flex-1"
        title="The activities could not be loaded"
        description="The server sent an unexpected response. Try again."
        onRetry={feed.retry}
        retrying={feed.retrying}
      />
    ) : (
      <FeedSkeleton />
    );
  }

  const heading = dayAt(rows, firstInView);
  return (
    // The entries inside are buttons and open it by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={scroller}
      className="@container relative min-h-0 flex-1 overflow-y-auto"
      onContextMenu={renderItemMenu && onContextMenu}
    >
      {hasNewer ? (
        <div className="flex h-11 items-center justify-center border-b border-line">
          <Button size="xsmall" loading={feed.loadingNewer} onClick={feed.loadNewer}>
            <ArrowUp aria-hidden />
            Show Newer Activities
          </Button>
        </div>
      ) : null}
      {heading === undefined ? null : (
        <div aria-hidden className="sticky top-0 z-(--layer-sticky) -mb-9">
          <DayHeading day={heading} today={today} />
        </div>
      )}
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ index, key, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              {row.kind === 'day' ? (
                <h2>
                  <DayHeading day={row.day} today={today} />
                </h2>
              ) : (
                <FeedItemRow
                  item={row.item}
                  openId={index === openRow ? activityId : undefined}
                  isTabStop={index === tabStop}
                  onOpen={open}
                  onApproach={onApproach}
                  onFocus={onFocus}
                />
              )}
            </div>
          );
        })}
      </div>
      {menu &&
        renderItemMenu?.({
          ...menu,
          onOpen: () => open(menu.activityId),
          onKept: () => {
            if (menu.activityId === activityId) activity.close();
          },
        })}
      <FeedEnd feed={feed} isEmpty={rows.length === 0} />
    </div>
  );
}

function DayHeading({ day, today }: { day: BusinessDay; today: BusinessDay }) {
  return (
    <span className="flex h-9 items-center border-b border-line bg-subtle px-4 text-grid font-medium text-muted">
      {formatDayHeading(day, today)}
    </span>
  );
}

function heightOf(row: FeedRow | undefined): number {
  if (row?.kind !== 'item') return HEADING;
  return joinLines(row.item.summary) === '' ? ENTRY.short : ENTRY.long;
}

/** A pointer or a focus that only passes by has left before this. */
const PASSING_MS = 80;

/** Prefetches an activity that the user is about to open, so that it opens at once. */
function usePrefetchOnIntent(): (activityId: string | undefined) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (activityId) => {
      clearTimeout(timer.current);
      if (activityId === undefined) return;
      timer.current = setTimeout(
        () => void client.prefetchQuery(activityQuery(activityId)),
        PASSING_MS,
      );
    },
    [client],
  );
}
