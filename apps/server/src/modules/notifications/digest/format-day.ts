import { lazy } from '@repo/domain/lazy';
import type { BusinessDay } from '@repo/domain/time/business-day';

// A day has no time zone: formatting in UTC leaves it unchanged.
const format = lazy(
  () => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }),
);

/** 'Nov 16' */
export const formatDay = (day: BusinessDay): string => format().format(new Date(`${day}T00:00Z`));
