import { limits } from '@repo/contract/limits';
import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';

/**
 * The start of the period that syncs read: the longest timeline window, 84 days including today.
 */
export const backfillStart = (now = new Date()): Date => startOfDays(limits.backfillDays, now);

/** The start of the period that discovery reads: 14 days including today. */
export const discoveryStart = (now = new Date()): Date => startOfDays(limits.discoveryDays, now);

const startOfDays = (days: number, now: Date): Date =>
  startOfBusinessDay(addDays(businessDayOf(now), 1 - days));
