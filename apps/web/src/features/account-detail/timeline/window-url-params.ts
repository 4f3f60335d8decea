import type { BusinessDay } from '@repo/domain/time/business-day';
import { defaultWindow, readWindowEnd, readWindowSize } from '@repo/domain/time/timeline-window';
import type { Window } from './timeline-request.ts';

const SIZE = 'timeline_window';
const END = 'timeline_end';

/** The window that an address names. */
export function readWindowParams(params: URLSearchParams, today: BusinessDay): Window {
  return { size: readWindowSize(params.get(SIZE)), end: readWindowEnd(params.get(END), today) };
}

/** The address with another window, in its shortest form. */
export function withWindowParams(
  params: URLSearchParams,
  { size, end }: Partial<Window>,
  today: BusinessDay,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (size !== undefined) {
    if (size === defaultWindow) next.delete(SIZE);
    else next.set(SIZE, size);
  }
  if (end !== undefined) {
    if (end < today) next.set(END, end);
    else next.delete(END);
  }
  return next;
}
