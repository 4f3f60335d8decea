import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { isForFocused, pressedShortcut } from '#lib/shortcuts.ts';
import { nextItemRow, type FeedRow } from './feed-rows.ts';
import type { Feed } from './use-feed.ts';
import type { OpenActivity } from './use-open-activity.ts';

type Options = {
  rows: readonly FeedRow[];
  focusedRow: number;
  openRow: number;
  activity: OpenActivity;
  feed: Feed;
  scrollTo: (row: number, align: 'auto') => void;
  scroller: RefObject<HTMLElement | null>;
  setFocusedId: (itemId: string) => void;
};

/**
 * The feed by keyboard: j and k from anywhere on the page, the arrow keys from inside the feed, go
 * to the next entry; while an activity is open, it follows. Escape closes it, and focus then
 * returns to its entry.
 */
export function useFeedKeys(options: Options): void {
  const latest = useRef(options);
  const toFocus = useRef<string>(undefined);

  useLayoutEffect(() => {
    const { scroller } = options;
    latest.current = options;
    if (focusEntry(scroller.current, toFocus.current)) toFocus.current = undefined;
  });

  useEffect(() => {
    const goTo = (row: number) => {
      const { rows, activity, scrollTo, setFocusedId } = latest.current;
      const entry = rows[row];
      if (entry?.kind !== 'item') return;
      toFocus.current = entry.item.id;
      setFocusedId(entry.item.id);
      scrollTo(row, 'auto');
      if (activity.activityId !== undefined) activity.open(entry.item.id);
    };
    const step = (from: number, by: 1 | -1) => {
      const { rows, feed } = latest.current;
      const row = nextItemRow(rows, from, by);
      if (row >= 0) goTo(row);
      else if (by === -1 && feed.hasNewer) feed.loadNewer();
    };
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (isForFocused(event)) return;
      const { scroller, activity, focusedRow, openRow } = latest.current;
      if (event.key === 'Escape') {
        activity.close();
        return;
      }
      const isInside = scroller.current?.contains(target) === true;
      const by = stepOf(event, isInside);
      if (by === undefined) return;
      event.preventDefault();
      const row = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
      step(isInside && row !== undefined ? Number(row) : openRow >= 0 ? openRow : focusedRow, by);
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);

  useReturnFocus(options, (itemId) => {
    toFocus.current = itemId;
  });
}

function stepOf(event: KeyboardEvent, isInside: boolean): 1 | -1 | undefined {
  const shortcut = pressedShortcut(event);
  if (shortcut === 'next-activity' || (isInside && event.key === 'ArrowDown')) return 1;
  if (shortcut === 'previous-activity' || (isInside && event.key === 'ArrowUp')) return -1;
  return undefined;
}

/** Returns false while the entry is not drawn. */
function focusEntry(scroller: HTMLElement | null, itemId: string | undefined): boolean {
  if (itemId === undefined) return false;
  const entry = scroller?.querySelector<HTMLElement>(`[data-feed-item="${CSS.escape(itemId)}"]`);
  entry?.focus({ preventScroll: true });
  return entry !== undefined && entry !== null;
}

/** Closing the panel removes the focused element; the focus moves to the entry that was open. */
function useReturnFocus(
  { rows, openRow, activity: { activityId }, scroller, setFocusedId }: Options,
  focusLater: (itemId: string) => void,
): void {
  const lastOpen = useRef<string>(undefined);
  useEffect(() => {
    const row = rows[openRow];
    if (activityId !== undefined) {
      if (row?.kind === 'item') lastOpen.current = row.item.id;
      return;
    }
    const { activeElement } = document;
    if (lastOpen.current === undefined) return;
    if (activeElement === null || activeElement === document.body) {
      setFocusedId(lastOpen.current);
      if (!focusEntry(scroller.current, lastOpen.current)) focusLater(lastOpen.current);
    }
    lastOpen.current = undefined;
  }, [activityId, rows, openRow, scroller, setFocusedId, focusLater]);
}
