import {
  type BusinessDay,
  businessDayOf,
  startOfBusinessDay,
} from '@repo/domain/time/business-day';
import { startOfLastDays } from '@repo/domain/time/last-days';
import { workspaceTimeZone } from './workspace-time-zone.ts';

export const dayOf = (instant: Date): BusinessDay => businessDayOf(instant, workspaceTimeZone());

/** The first instant of a day in the workspace of the page. */
export const startOfDay = (day: BusinessDay): Date => startOfBusinessDay(day, workspaceTimeZone());

/** The first instant that is at most `days` whole days ago in the workspace of the page. */
export const startOfLast = (days: number, now: Date): Date =>
  startOfLastDays(days, now, workspaceTimeZone());
