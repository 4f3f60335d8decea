import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { MessageStore } from '../gmail/message-store.ts';
import type { CalendarStore } from '../google-calendar/calendar-store.ts';
import type { BearerAccess } from '../google-oauth/require-access.ts';
import { findAccess } from '../google-oauth/require-access.ts';
import type { SandboxCore } from '../stand-in.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../http/exchange.ts';
import { extendSeries } from '../google-calendar/ics/expand-series.ts';
import { inTransaction } from '../storage/transaction.ts';
import { graphError } from './graph-error.ts';
import { prefersImmutable } from './item-ids.ts';
import type { MailboxStore } from './mailbox-store.ts';
import type { Every, MicrosoftSwitches } from './microsoft-switches.ts';

export interface GraphContext extends Pick<
  SandboxCore,
  'owners' | 'grants' | 'now' | 'dispatch' | 'clientId' | 'clientSecret'
> {
  database: DatabaseSync;
  messages: MessageStore;
  mailboxes: MailboxStore;
  calendars: CalendarStore;
  switches: MicrosoftSwitches;
  every: Every;
  /** Requests that are being answered, by owner. */
  running: Map<number, number>;
  /** The most requests at once since the sandbox started, by owner. */
  peaks: Map<number, number>;
  /** Requests so far, by owner. */
  requests: Map<number, number>;
}

/** The sender of a request, and the form in which they get ids. */
export interface GraphAccess extends BearerAccess {
  isImmutable: boolean;
  /** Whether the grant excludes texts. */
  isBasic: boolean;
}

const MAX_AT_ONCE = 4;
/** The time that an answer takes when requests at once are counted; milliseconds. */
const ANSWER_MS = 5;
const mailScopes = ['Mail.Read', 'Mail.ReadWrite'];
const calendarScopes = ['Calendars.Read', 'Calendars.ReadWrite'];

/** A route that reads mail, with the switches that concern all of them. */
export function mailRoute(
  context: GraphContext,
  path: string,
  handle: (access: GraphAccess, request: SandboxRequest) => SandboxResponse,
): Route {
  return {
    method: 'GET',
    path: `/v1.0/me/${path}`,
    async handle(request) {
      const access = openMail(context, request);
      return counted(context, access.owner, () => handle(access, request));
    },
  };
}

/** A route that reads a calendar. */
export function calendarRoute(
  context: GraphContext,
  path: string,
  handle: (access: BearerAccess, request: SandboxRequest) => SandboxResponse,
): Route {
  return {
    method: 'GET',
    path: `/v1.0/me/${path}`,
    async handle(request) {
      const access = openAccount(context, request);
      if (!calendarScopes.some((scope) => access.scopes.has(scope))) throw graphError(403);
      requireMailbox(context);
      inTransaction(context.database, () =>
        extendSeries(context.calendars, access.owner, context.now()),
      );
      return counted(context, access.owner, () => handle(access, request));
    },
  };
}

/** Who sends a request. Answers 401 without a valid token. */
export function requireGraphAccess(context: GraphContext, request: SandboxRequest): BearerAccess {
  const access = findAccess(context.grants, context.owners, request);
  if (access === undefined) throw graphError(401);
  return access;
}

function openMail(context: GraphContext, request: SandboxRequest): GraphAccess {
  const { switches, mailboxes } = context;
  const access = openAccount(context, request);
  const canRead = mailScopes.some((scope) => access.scopes.has(scope));
  const isBasic = !canRead && access.scopes.has('Mail.ReadBasic');
  if (!canRead && !isBasic) throw graphError(403);
  requireMailbox(context);
  mailboxes.catchUp(access.person);
  const isImmutable = !switches.mutableIds && prefersImmutable(request.headers['prefer']);
  return { ...access, isBasic, isImmutable };
}

function openAccount(context: GraphContext, request: SandboxRequest): BearerAccess {
  const access = requireGraphAccess(context, request);
  context.requests.set(access.owner, (context.requests.get(access.owner) ?? 0) + 1);
  return access;
}

function requireMailbox({ switches, every }: GraphContext): void {
  if (switches.noMailbox) {
    throw graphError(
      404,
      'MailboxNotEnabledForRESTAPI',
      'The mailbox is either inactive, soft-deleted, or is hosted on-premise.',
    );
  }
  if (every.isNext('empty', switches.emptyErrors)) throw emptyError();
  if (every.isNext('html', switches.htmlErrors)) throw htmlError();
}

function emptyError() {
  const error = graphError(503);
  Object.assign(error.response, { json: undefined, text: '' });
  return error;
}

function htmlError() {
  const error = graphError(502);
  Object.assign(error.response, {
    json: undefined,
    text: '<html><body><h1>502 Bad Gateway</h1></body></html>',
    headers: { 'content-type': 'text/html' },
  });
  return error;
}

async function counted(
  { running, peaks, switches }: GraphContext,
  owner: number,
  respond: () => SandboxResponse,
): Promise<SandboxResponse> {
  const count = (running.get(owner) ?? 0) + 1;
  peaks.set(owner, Math.max(count, peaks.get(owner) ?? 0));
  if (!switches.limitedConcurrency) return respond();
  if (count > MAX_AT_ONCE) throw graphError(429, undefined, undefined, 1);
  running.set(owner, count);
  try {
    await delay(ANSWER_MS);
    return respond();
  } finally {
    running.set(owner, (running.get(owner) ?? 1) - 1);
  }
}
