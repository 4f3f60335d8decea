import { googleFailure } from '../google/google-error.ts';
import type { StandIn } from '../http/exchange.ts';
import { RequestMeter, type MinuteQuota } from '../google/request-meter.ts';
import type { StandInModule } from '../stand-in.ts';
import { addEvents } from './add-events.ts';
import type { CalendarContext } from './calendar-context.ts';
import { calendarControl } from './calendar-control.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { calendarSchema } from './calendar-schema.ts';
import { CalendarStore } from './calendar-store.ts';
import { getCalendar, listCalendars } from './read-calendars.ts';
import { getEvent, listEvents } from './read-events.ts';

export interface CalendarApi {
  calendars: CalendarStore;
  /**
   * Adds events to a user's calendar, their dates unchanged, and returns their ids. An event that
   * exists already is changed to what is given.
   */
  addEvents(address: string, events: readonly CalendarEvent[]): string[];
}

/** Google Calendar's API, version 3, as far as `@googleapis/calendar` is used to read events. */
export const googleCalendarStandIn: StandInModule<CalendarApi> = {
  schema: calendarSchema,
  start: ({ database, owners, grants, now, quota }) => {
    const calendars = new CalendarStore(database);
    const calendarMeter = new RequestMeter(quota ? calendarQuota : undefined);
    const context = { database, owners, grants, now, calendars, calendarMeter };
    return {
      standIns: [googleCalendar(context), calendarControl(context)],
      calendars,
      addEvents: (address, events) => addEvents(context, owners.require(address), events),
    };
  },
};

function googleCalendar(context: CalendarContext): StandIn {
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

/** For each user; every request costs one. https://developers.google.com/workspace/calendar/api/guides/quota */
const calendarQuota: MinuteQuota = {
  units: 600,
  metric: 'Queries',
  limit: 'Queries per minute per user',
  service: 'calendar-json.googleapis.com',
};
