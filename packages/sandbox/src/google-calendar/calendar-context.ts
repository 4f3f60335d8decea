import type { DatabaseSync } from 'node:sqlite';
import { googleError } from '../google/google-error.ts';
import type { GrantStore } from '../google-oauth/grant-store.ts';
import type { RequestMeter } from '../google/request-meter.ts';
import type { BearerAccess } from '../google-oauth/require-access.ts';
import { requireAccess, requireScope } from '../google-oauth/require-access.ts';
import type { SandboxRequest } from '../http/exchange.ts';
import type { OwnerStore } from '../owners/owner-store.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { CalendarStore } from './calendar-store.ts';
import { extendSeries } from './ics/expand-series.ts';

export interface CalendarContext {
  database: DatabaseSync;
  owners: OwnerStore;
  grants: GrantStore;
  calendars: CalendarStore;
  calendarMeter: RequestMeter;
  now: () => number;
}

const google = 'https://www.googleapis.com/auth/calendar';
const everythingScopes = [google, `${google}.readonly`];
const eventScopes = [...everythingScopes, `${google}.events`, `${google}.events.readonly`];

/** Whose calendars a request may list. Responds with 403 when that user's quota is used up. */
export function requireCalendarAccess(
  { grants, owners, calendarMeter }: CalendarContext,
  request: SandboxRequest,
): BearerAccess {
  const access = requireAccess(grants, owners, request);
  requireScope(access, everythingScopes);
  calendarMeter.spend(access.owner, 'calendars', 1);
  return access;
}

/** The calendar that a request names, with everything that has come within reach since. */
export function openEvents(context: CalendarContext, request: SandboxRequest): BearerAccess {
  const access = requireAccess(context.grants, context.owners, request);
  requireScope(access, eventScopes);
  requireOwnCalendar(access, request);
  context.calendarMeter.spend(access.owner, 'events', 1);
  const now = context.now();
  inTransaction(context.database, () => extendSeries(context.calendars, access.owner, now));
  return access;
}

/** A user has one calendar, `primary`, whose id is their address. */
export function requireOwnCalendar({ person }: BearerAccess, { params }: SandboxRequest): void {
  const calendar = params['calendar']?.toLowerCase();
  if (calendar !== 'primary' && calendar !== person.address) {
    throw googleError(404, 'notFound', 'Not Found');
  }
}
