import { limits } from '@repo/contract/limits';
import { addDays, businessDayOf, startOfBusinessDay } from '@repo/domain/time/business-day';

/** When the longest window that a timeline shows begins: 84 days, today included. */
export const backfillStart = (now = new Date()): Date => startOfDays(limits.backfillDays, now);

/** When the days begin that discovery looks through: 14, today included. */
export const discoveryStart = (now = new Date()): Date => startOfDays(limits.discoveryDays, now);

const startOfDays = (days: number, now: Date): Date =>
  startOfBusinessDay(addDays(businessDayOf(now), 1 - days));
