import { addDays, type BusinessDay } from './business-day.ts';

/** Days in each window of the timeline (specification part 2, section 9). */
export const windowDays = { '3W': 21, '6W': 42, '12W': 84 } as const;
export type WindowSize = keyof typeof windowDays;

export const defaultWindow: WindowSize = '3W';

/** What the grid's bubble timeline shows. */
export const summaryDays = windowDays[defaultWindow];

/** The first day of the window that ends with `endDay`, both included. */
export function windowStart(size: WindowSize, endDay: BusinessDay): BusinessDay {
  return addDays(endDay, 1 - windowDays[size]);
}
