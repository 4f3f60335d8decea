import type { SourceProvider } from '#modules/integrations/provider.ts';
import { createTokenBucket, type TokenBucket } from '#platform/throttle/token-bucket.ts';
import { createGoogleConnect } from '../google-auth/google-connect.ts';
import type { GoogleSettings } from '../google-auth/google-settings.ts';
import { SPAN_DAYS } from '../calendar/listed-spans.ts';
import { calendarRequestsPerMinute, eventPageSize } from './calendar-limits.ts';
import { openCalendar } from './open-calendar.ts';

const calendarScope = 'https://www.googleapis.com/auth/calendar.readonly';

/** Google Calendar: the meetings of a user's own calendar. See the README in this folder. */
export function createGoogleCalendar(settings: GoogleSettings): SourceProvider {
  const buckets = new Map<string, TokenBucket>();
  const bucketOf = (calendar: string): TokenBucket => {
    const bucket =
      buckets.get(calendar) ??
      createTokenBucket({ tokens: calendarRequestsPerMinute, returnAfter: 60_000 });
    buckets.set(calendar, bucket);
    return bucket;
  };
  return {
    id: 'google_calendar',
    name: 'Google Calendar',
    kind: 'calendar',
    // A page is one request: half of the quota.
    history: {
      sliceDays: SPAN_DAYS,
      pageItems: eventPageSize,
      pageMs: 60_000 / (calendarRequestsPerMinute / 2),
      itemMs: 0,
    },
    connect: createGoogleConnect({ settings, service: 'Google Calendar', scope: calendarScope }),
    open: (session) => openCalendar(settings, session, bucketOf(session.source)),
  };
}
