import { googleFailure } from '../google/google-error.ts';
import type { StandIn } from '../http/exchange.ts';
import type { CalendarContext } from './calendar-context.ts';
import { getCalendar, listCalendars } from './read-calendars.ts';
import { getEvent, listEvents } from './read-events.ts';

/** Google Calendar's API, version 3, as far as `@googleapis/calendar` is used to read events. */
export function googleCalendar(context: CalendarContext): StandIn {
  return {
    routes: [
      {
        method: 'GET',
        path: '/calendar/v3/users/me/calendarList',
        handle: (request) => listCalendars(context, request),
      },
      {
        method: 'GET',
        path: '/calendar/v3/calendars/:calendar',
        handle: (request) => getCalendar(context, request),
      },
      {
        method: 'GET',
        path: '/calendar/v3/calendars/:calendar/events',
        handle: (request) => listEvents(context, request),
      },
      {
        method: 'GET',
        path: '/calendar/v3/calendars/:calendar/events/:event',
        handle: (request) => getEvent(context, request),
      },
    ],
    failure: googleFailure,
  };
}
