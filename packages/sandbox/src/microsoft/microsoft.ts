import type { GmailContext } from '../gmail/gmail-context.ts';
import type { CalendarApi } from '../google-calendar/google-calendar.ts';
import { json, type SandboxRequest, type SandboxResponse, type StandIn } from '../http/exchange.ts';
import type { SandboxCore } from '../stand-in.ts';
import {
  calendarRoute,
  type GraphContext,
  mailRoute,
  requireGraphAccess,
} from './graph-context.ts';
import { graphError, graphFailure } from './graph-error.ts';
import { respondToGraphBatch } from './graph-batch.ts';
import { MailboxStore } from './mailbox-store.ts';
import { microsoftControl } from './microsoft-control.ts';
import { microsoftOAuth } from './microsoft-oauth.ts';
import { microsoftSchema } from './microsoft-schema.ts';
import { Every, switchesOff } from './microsoft-switches.ts';
import { readDelta } from './read-delta.ts';
import { readEventDelta } from './read-event-delta.ts';
import { getEvent, listCalendarView, listInstances } from './read-events.ts';
import { getFolder, listChildFolders, listFolders, requireFolder } from './read-folders.ts';
import { getMessage, getMime, listMessages } from './read-messages.ts';

/**
 * Microsoft's sign-in and the mail and calendar of Microsoft Graph, version 1.0, with the same messages and events as
 * the stand-ins of Google.
 */
export function startMicrosoft(
  core: SandboxCore,
  { messages, calendars }: Pick<GmailContext, 'messages'> & Pick<CalendarApi, 'calendars'>,
): { standIns: StandIn[] } {
  const { database, now } = core;
  database.exec(microsoftSchema);
  const context: GraphContext = {
    ...core,
    messages,
    calendars,
    mailboxes: new MailboxStore(database, messages, now),
    switches: { ...switchesOff },
    every: new Every(),
    running: new Map(),
    peaks: new Map(),
    requests: new Map(),
  };
  return { standIns: [microsoftOAuth(context), graph(context), microsoftControl(context)] };
}

function graph(context: GraphContext): StandIn {
  return {
    routes: [
      { method: 'GET', path: '/v1.0/me', handle: (request) => getUser(context, request) },
      mailRoute(context, 'mailFolders', (access, request) => listFolders(context, access, request)),
      mailRoute(context, 'mailFolders/:id', (access, request) =>
        getFolder(context, access, request),
      ),
      mailRoute(context, 'mailFolders/:id/childFolders', (access, request) =>
        listChildFolders(context, access, request),
      ),
      mailRoute(context, 'mailFolders/:id/messages', (access, request) =>
        listMessages(
          context,
          access,
          request,
          requireFolder(context, access.owner, request.params['id']).id,
        ),
      ),
      mailRoute(context, 'mailFolders/:id/messages/delta', (access, request) =>
        readDelta(context, access, request),
      ),
      mailRoute(context, ':folder/messages/delta', (access, request) =>
        readDelta(context, access, request),
      ),
      mailRoute(context, 'messages/delta', () => {
        const message =
          "Unsupported request: Change tracking is not supported against 'microsoft.graph.message'.";
        throw graphError(400, 'BadRequest', message);
      }),
      mailRoute(context, 'messages', (access, request) => listMessages(context, access, request)),
      mailRoute(context, 'messages/:id', (access, request) => getMessage(context, access, request)),
      mailRoute(context, 'messages/:id/$value', (access, request) =>
        getMime(context, access, request),
      ),
      calendarRoute(context, 'calendar', () => json({ id: 'AAMkAD-calendar', name: 'Calendar' })),
      calendarRoute(context, 'calendarView', (access, request) =>
        listCalendarView(context, access, request),
      ),
      calendarRoute(context, 'calendarView/delta', (access, request) =>
        readEventDelta(context, access, request),
      ),
      calendarRoute(context, 'events/:id', (access, request) => getEvent(context, access, request)),
      calendarRoute(context, 'events/:id/instances', (access, request) =>
        listInstances(context, access, request),
      ),
      {
        method: 'POST',
        path: '/v1.0/$batch',
        handle(request) {
          requireGraphAccess(context, request);
          return respondToGraphBatch(context, request);
        },
      },
    ],
    failure: graphFailure,
  };
}

/** `GET /me` */
function getUser(context: GraphContext, request: SandboxRequest): SandboxResponse {
  const { person, scopes } = requireGraphAccess(context, request);
  if (!scopes.has('User.Read')) throw graphError(403, 'Authorization_RequestDenied');
  return json({
    id: `00000000-0000-4000-8000-${String(person.id).padStart(12, '0')}`,
    displayName: person.name,
    mail: person.address,
    userPrincipalName: person.address,
  });
}
