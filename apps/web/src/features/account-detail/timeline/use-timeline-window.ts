import { type BusinessDay } from '@repo/domain/time/business-day';
import {
  windowEndAfter,
  windowEndBefore,
  type WindowSize,
} from '@repo/domain/time/timeline-window';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useNow } from '#lib/time/use-now.ts';
import type { Window } from './timeline-request.ts';
import { readWindowParams, withWindowParams } from './window-url-params.ts';
import { dayOf } from '#lib/time/workspace-day.ts';

export type TimelineWindow = Window & {
  today: BusinessDay;
  /** Whether the window ends today, past which it cannot go. */
  isLatest: boolean;
  setSize: (size: WindowSize) => void;
  goBack: () => void;
  goForward: () => void;
  goToToday: () => void;
};

/**
 * The window in the page's address (specification part 2, 'Account detail'). The default size and an end on
 * today are not written there; invalid values fall back to them and are removed. Each change is a step for
 * the browser's back button.
 */
export function useTimelineWindow(): TimelineWindow {
  const [params, setParams] = useSearchParams();
  const today = dayOf(useNow());
  const { size, end } = readWindowParams(params, today);
  useEffect(() => {
    const plain = withWindowParams(params, { size, end }, today);
    if (plain.toString() !== params.toString()) {
      setParams(plain, { replace: true, preventScrollReset: true });
    }
  }, [params, setParams, size, end, today]);
  return useMemo(() => {
    const goTo = (next: Partial<Window>) => setParams((was) => withWindowParams(was, next, today));
    return {
      size,
      end,
      today,
      isLatest: end >= today,
      setSize: (chosen) => goTo({ size: chosen }),
      goBack: () => goTo({ end: windowEndBefore(size, end) }),
      goForward: () => goTo({ end: windowEndAfter(size, end, today) }),
      goToToday: () => goTo({ end: today }),
    };
  }, [size, end, today, setParams]);
}
