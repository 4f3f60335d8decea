import { addDays, isBusinessDay, type BusinessDay } from './business-day.ts';

/** Days in each window of the timeline (specification part 2, section 9). */
export const windowDays = { '3W': 21, '6W': 42, '12W': 84 } as const;
export type WindowSize = keyof typeof windowDays;

export const windowSizes = Object.keys(windowDays) as WindowSize[];

export const defaultWindow: WindowSize = '3W';

/** The window of the grid's bubble timeline. */
export const summaryDays = windowDays[defaultWindow];

/** The first day of the window that ends with `endDay`, both included. */
export function windowStart(size: WindowSize, endDay: BusinessDay): BusinessDay {
  return addDays(endDay, 1 - windowDays[size]);
}

/** The size that a text names; the default for any other text and for none. */
export function readWindowSize(text: string | null): WindowSize {
  return windowSizes.find((size) => size === text) ?? defaultWindow;
}

/** The last day of a window as a text names it: today unless it is a day before today. */
export function readWindowEnd(text: string | null, today: BusinessDay): BusinessDay {
  return text !== null && isBusinessDay(text) && text < today ? text : today;
}

/** The last day of the window before the one that ends with `endDay`; they do not overlap. */
export function windowEndBefore(size: WindowSize, endDay: BusinessDay): BusinessDay {
  return addDays(endDay, -windowDays[size]);
}

/** The last day of the window after the one that ends with `endDay`, never past today. */
export function windowEndAfter(
  size: WindowSize,
  endDay: BusinessDay,
  today: BusinessDay,
): BusinessDay {
  const next = addDays(endDay, windowDays[size]);
  return next < today ? next : today;
}

/** The days of a window, oldest first. */
export function daysOfWindow(size: WindowSize, endDay: BusinessDay): BusinessDay[] {
  const first = windowStart(size, endDay);
  return Array.from({ length: windowDays[size] }, (_, index) => addDays(first, index));
}
