import type { MinuteQuota } from '../google/request-meter.ts';

/** For each person; every request costs one. https://developers.google.com/workspace/calendar/api/guides/quota */
export const calendarQuota: MinuteQuota = {
  units: 600,
  metric: 'Queries',
  limit: 'Queries per minute per user',
  service: 'calendar-json.googleapis.com',
};
