import type { SandboxRequest, StandIn } from '../http/exchange.ts';
import { controlError, json, readJsonObject } from '../http/exchange.ts';
import type { Owner } from '../owners/owner-store.ts';
import { requireOwner } from '../owners/require-owner.ts';
import { inTransaction } from '../storage/transaction.ts';
import { addEvents } from './add-events.ts';
import type { CalendarContext } from './calendar-context.ts';
import type { CalendarEvent } from './calendar-event.ts';
import type { StoredEntry } from './calendar-store.ts';
import { cancelEvent, patchEvent } from './change-events.ts';
import { listEntries } from './event-list.ts';
import { eventResource } from './event-resource.ts';
import { extendSeries } from './ics/expand-series.ts';
import { readIcs } from './ics/read-ics.ts';

const eventsPath = '/sandbox/google-calendar/:address/events';

/** `/sandbox/google-calendar`: what happens to a calendar, so that a test can make it happen. */
export function calendarControl(context: CalendarContext): StandIn {
  const { database, owners, calendars, now } = context;
  /** Changes the event that a request names, and returns its new state. */
  const change =
    (act: (entry: StoredEntry, request: SandboxRequest) => void) => (request: SandboxRequest) => {
      const owner = requireOwner(owners, request);
      const entry = requireEntry(context, owner, request.params['id']);
      refuseNonsense(() => inTransaction(database, () => act(entry, request)));
      return json(eventResource(calendars, owner, requireEntry(context, owner, entry.id)));
    };
  return {
    routes: [
      {
        method: 'GET',
        path: eventsPath,
        handle: (request) => json({ events: everyEvent(context, requireOwner(owners, request)) }),
      },
      {
        method: 'POST',
        path: eventsPath,
        handle: (request) => {
          const owner = requireOwner(owners, request);
          const events = readEvents(request);
          return json({ ids: refuseNonsense(() => addEvents(context, owner, events)) }, 201);
        },
      },
      {
        method: 'PATCH',
        path: `${eventsPath}/:id`,
        handle: change((entry, request) =>
          patchEvent(calendars, entry, readJsonObject(request), now()),
        ),
      },
      {
        method: 'POST',
        path: `${eventsPath}/:id/cancel`,
        handle: change((entry) => cancelEvent(calendars, entry, { bare: false }, now())),
      },
      {
        method: 'DELETE',
        path: `${eventsPath}/:id`,
        handle: change((entry) => cancelEvent(calendars, entry, { bare: true }, now())),
      },
      {
        method: 'POST',
        path: '/sandbox/google-calendar/:address/expire-sync-tokens',
        handle: (request) => {
          calendars.expireTokens(requireOwner(owners, request).id);
          return json({});
        },
      },
    ],
  };
}

/** Every event that takes place, instance by instance: what a test compares with. */
function everyEvent({ database, calendars, now }: CalendarContext, owner: Owner): object[] {
  inTransaction(database, () => extendSeries(calendars, owner.id, now()));
  const selection = {
    owner: owner.id,
    singleEvents: true,
    cancelled: 'none',
    words: [],
    order: 'startTime',
  } as const;
  return listEntries(database, selection, -1, undefined).map(({ entry }) =>
    eventResource(calendars, owner, entry),
  );
}

function requireEntry({ calendars }: CalendarContext, owner: Owner, id = ''): StoredEntry {
  const entry = calendars.find(owner.id, id);
  if (entry === undefined) {
    throw controlError(404, `The calendar of ${owner.address} has no event ${id}.`);
  }
  return entry;
}

/** One event, `{"events": […]}`, or an iCalendar file. */
function readEvents(request: SandboxRequest): CalendarEvent[] {
  const text = request.body.toString('utf8');
  if (text.startsWith('BEGIN:VCALENDAR')) {
    return refuseNonsense(() => readIcs(text));
  }
  const body = readJsonObject(request);
  const events = Array.isArray(body['events']) ? (body['events'] as unknown[]) : [body];
  if (!events.every(isEvent)) {
    throw controlError(400, 'An event needs at least "start" and "end", as in Google Calendar.');
  }
  return events;
}

function isEvent(value: unknown): value is CalendarEvent {
  const { start, end } = (value ?? {}) as Record<string, unknown>;
  return typeof start === 'object' && typeof end === 'object' && start !== null && end !== null;
}

function refuseNonsense<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) {
      throw controlError(400, error.message);
    }
    throw error;
  }
}
