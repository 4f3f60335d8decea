import type { StoredEntry } from '../google-calendar/calendar-store.ts';
import { listEntries } from '../google-calendar/event-list.ts';
import type { BearerAccess } from '../google-oauth/require-access.ts';
import { json, type SandboxRequest, type SandboxResponse } from '../http/exchange.ts';
import { bareOccurrence, eventId, eventResource } from './event-resource.ts';
import type { GraphContext } from './graph-context.ts';
import { graphError } from './graph-error.ts';
import { entriesIn, readWindow } from './read-events.ts';

/** What a link of a delta query stands for. */
interface DeltaToken {
  from: number;
  to: number;
  generation: number;
  /** Items on a page; a series is not divided. Absent without a preference. */
  size?: number | undefined;
  /** The version of the calendar that the client knows; absent in a first round. */
  known?: number | undefined;
  /** The version that the round began with, and the items of it that were given. */
  version: number;
  given: number;
  /** Empty pages that came already before the next one. */
  empty: number;
}

const EMPTY_PAGES = 2;
const defaultSize = 200;

/** `GET /me/calendarView/delta` */
export function readEventDelta(
  context: GraphContext,
  access: BearerAccess,
  request: SandboxRequest,
): SandboxResponse {
  const { switches, every } = context;
  const token = readToken(context, access, request);
  if (switches.emptyPages && token.empty < EMPTY_PAGES) {
    return answer(request, [], { ...token, empty: token.empty + 1 }, true);
  }
  const groups =
    token.known === undefined
      ? whole(context, access, token)
      : changed(context, access, token, token.known);
  const values: object[] = [];
  let { given } = token;
  for (const group of groups.slice(given)) {
    if (values.length >= (token.size ?? defaultSize)) break;
    values.push(...group);
    given += 1;
  }
  const isLast = given >= groups.length;
  if (
    switches.endlessPages &&
    token.size !== undefined &&
    groups.some(({ length }) => length > 2)
  ) {
    return answer(request, values, { ...token, given: isLast ? 0 : given }, true);
  }
  const repeated = switches.repeatedItems ? [...values, ...values.slice(0, 1)] : values;
  if (switches.foreignRemovals && token.known !== undefined && every.isNext('foreign event', 2)) {
    repeated.unshift(removal('elsewhere'));
  }
  const next = isLast
    ? { ...token, known: token.version, given: 0, empty: 0 }
    : { ...token, given, empty: 0 };
  return answer(request, repeated, next, !isLast);
}

/** Everything in the window: single events, and series with their occurrences. */
function whole(context: GraphContext, access: BearerAccess, token: DeltaToken): object[][] {
  const found = entriesIn(context, access, token);
  const series = new Map<string, StoredEntry[]>();
  const groups: object[][] = [];
  for (const entry of found) {
    if (entry.series === undefined) groups.push([eventResource(context, access, entry)]);
    else series.set(entry.series, [...(series.get(entry.series) ?? []), entry]);
  }
  for (const [id, occurrences] of series) {
    const master = context.calendars.find(access.owner, id);
    groups.push([
      ...(master === undefined ? [] : [eventResource(context, access, master)]),
      ...occurrences.map((entry) => occurrence(context, access, entry)),
    ]);
  }
  return groups;
}

/** What changed after a version. What is outside of the window, or was deleted, is reported as removed. */
function changed(
  context: GraphContext,
  access: BearerAccess,
  { from, to, version }: DeltaToken,
  known: number,
): object[][] {
  const { database, calendars, switches } = context;
  const { owner } = access;
  const all = {
    owner,
    cancelled: 'all',
    words: [],
    order: 'unspecified',
    changedAfter: known,
  } as const;
  const found = [true, false].flatMap((singleEvents) =>
    listEntries(database, { ...all, singleEvents }, -1, undefined).map(({ entry }) => entry),
  );
  const values = new Map<string, object>();
  for (const entry of found) {
    if (entry.version > version) continue;
    const isGone = entry.cancelled && entry.bare;
    const master = entry.series === undefined ? undefined : calendars.find(owner, entry.series);
    if (isGone && switches.silentGaps && master?.cancelled === false) {
      values.set(
        master.id,
        eventResource(context, access, { ...master, updatedAt: entry.updatedAt }),
      );
    } else if (entry.kind === 'series') {
      if (!isGone) values.set(entry.id, eventResource(context, access, entry));
      else values.set(entry.id, removal(entry.id));
    } else if (isGone || entry.endsAt <= from || entry.startsAt >= to) {
      values.set(entry.id, removal(entry.id));
    } else values.set(entry.id, occurrence(context, access, entry));
  }
  return [...values.values()].map((value) => [value]);
}

const occurrence = (context: GraphContext, access: BearerAccess, entry: StoredEntry): object =>
  entry.kind === 'instance' && !entry.cancelled
    ? bareOccurrence(entry)
    : eventResource(context, access, entry);

const removal = (id: string): object => ({ id: eventId(id), '@removed': { reason: 'deleted' } });

function readToken(
  { calendars, mailboxes, switches, every }: GraphContext,
  { owner }: BearerAccess,
  request: SandboxRequest,
): DeltaToken {
  const { query, headers } = request;
  const given = query.get('$skiptoken') ?? query.get('$deltatoken');
  const generation = mailboxes.generation(owner);
  const version = calendars.version(owner);
  if (given !== null) {
    const token = JSON.parse(Buffer.from(given, 'base64url').toString()) as DeltaToken;
    const isDead = every.isNext('dead event link', switches.deadLinks);
    if (isDead || token.generation !== generation) throw graphError(410);
    return query.has('$deltatoken') ? { ...token, version } : token;
  }
  const [, size] = /odata\.maxpagesize=(\d+)/.exec(String(headers['prefer'] ?? '')) ?? [];
  return {
    ...readWindow(request),
    generation,
    size: size === undefined ? undefined : Number(size),
    version,
    given: 0,
    empty: 0,
  };
}

function answer(
  { headers }: SandboxRequest,
  value: object[],
  token: DeltaToken,
  hasNext: boolean,
): SandboxResponse {
  const text = Buffer.from(JSON.stringify(token)).toString('base64url');
  const path = `http://${headers.host}/v1.0/me/calendarView/delta`;
  return json({
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#Collection(event)',
    value,
    ...(hasNext
      ? { '@odata.nextLink': `${path}?$skiptoken=${text}` }
      : { '@odata.deltaLink': `${path}?$deltatoken=${text}` }),
  });
}
