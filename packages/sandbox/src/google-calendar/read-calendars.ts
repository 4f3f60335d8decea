import type { SandboxResponse, SandboxRequest } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { CalendarContext } from './calendar-context.ts';
import { requireCalendarAccess, requireOwnCalendar } from './calendar-context.ts';
import { calendarTimeZone } from './ics/time-zone.ts';

const etag = '"1"';

/** `calendarList.list` */
export function listCalendars(context: CalendarContext, request: SandboxRequest): SandboxResponse {
  const { person } = requireCalendarAccess(context, request);
  return json({
    kind: 'calendar#calendarList',
    etag,
    nextSyncToken: 'unchanging',
    items: [
      {
        kind: 'calendar#calendarListEntry',
        etag,
        id: person.address,
        summary: person.address,
        timeZone: calendarTimeZone,
        selected: true,
        accessRole: 'owner',
        primary: true,
      },
    ],
  });
}

/** `calendars.get` */
export function getCalendar(context: CalendarContext, request: SandboxRequest): SandboxResponse {
  const access = requireCalendarAccess(context, request);
  requireOwnCalendar(access, request);
  const { address } = access.person;
  return json({
    kind: 'calendar#calendar',
    etag,
    id: address,
    summary: address,
    timeZone: calendarTimeZone,
  });
}
