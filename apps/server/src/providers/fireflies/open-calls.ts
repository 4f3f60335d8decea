import { createHash } from 'node:crypto';
import { createDomainMatcher } from '@repo/domain/domains/match-domains';
import type {
  ActivitySource,
  ChangePage,
  Cursor,
  ListPage,
  Window,
} from '#modules/integrations/provider/activity-source.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import type { FieldFailure, FirefliesClient } from './fireflies-client.ts';
import { CallNotFoundError } from './fireflies-failure.ts';
import {
  callFields,
  type FirefliesCall,
  type ListedCall,
  mapCall,
  participantsOf,
} from './map-call.ts';

/** Fireflies' largest page. https://docs.fireflies.ai/graphql-api/query/transcripts */
export const pageSize = 50;
/**
 * Fireflies does not report changes, and can only filter calls by their time. A call may become
 * available hours later, and its summary later still, so the calls of these days are compared
 * again.
 */
const recentDays = 14;
const dayMs = 24 * 60 * 60 * 1000;
/** The pages of those days: 10,000 calls, far more than one user has. */
const MAX_RECENT_PAGES = 200;
/**
 * Characters of recent calls that are kept until they are read, beside the page that is being
 * listed; of more, each is requested again. A page of 50 calls has about a million.
 */
export const maxKeptCharacters = 8_000_000;
/** Characters of all ids of a cursor; 10,000 calls have some 300,000. */
const MAX_ID_CHARACTERS = 2_000_000;

/** The recent calls, each with its time and a hash of its content. */
interface CallsCursor extends Cursor {
  recent: Record<string, string>;
}

/** Opens the calls that an API key gives access to and that its owner took part in. */
export function openCalls(client: FirefliesClient, owner: string): ActivitySource {
  // A list contains whole calls, so the calls listed last need not be requested again.
  const listed = new Map<string, ListedCall>();
  const remember = (calls: readonly ListedCall[]) => {
    listed.clear();
    for (const call of calls) listed.set(call.id, call);
  };
  const isOwn = (call: ListedCall) =>
    call.unreadable !== undefined ||
    participantsOf(call).some(({ email }) => email === owner) ||
    (call.fireflies_users ?? []).some((email) => email?.toLowerCase() === owner);
  const get = async (id: string) => {
    const call = listed.get(id) ?? (await findCall(client, id));
    return call !== undefined && isOwn(call) ? mapCall(call) : undefined;
  };
  /** Reads page by page and keeps the fingerprints, so that memory does not depend on the pages. */
  const readRecent = async (isChanged: (id: string, fingerprint: string) => boolean) => {
    const since = new Date(Date.now() - recentDays * dayMs);
    const recent = new Map<string, string>();
    const changed: ListedCall[] = [];
    let token: string | undefined;
    let keptCharacters = 0;
    let idCharacters = 0;
    for (let pages = 0; pages < MAX_RECENT_PAGES; pages += 1) {
      const page = await readPage(client, since, token);
      for (const call of page.calls.filter(isOwn)) {
        const id = `${call.id}`;
        const text = JSON.stringify(call);
        const fingerprint = `${timeOf(call)} ${hashOf(text)}`;
        recent.set(id, fingerprint);
        idCharacters += id.length;
        if (!isChanged(id, fingerprint)) continue;
        keptCharacters += text.length;
        if (keptCharacters <= maxKeptCharacters) changed.push(call);
      }
      if (idCharacters > MAX_ID_CHARACTERS) break;
      if (page.next === undefined) {
        remember(changed);
        return { since, recent: Object.fromEntries(recent) };
      }
      token = page.next;
    }
    throw new ProviderError('permanent', 'Fireflies keeps listing more calls.');
  };
  return {
    position: async () => ({ recent: (await readRecent(() => false)).recent }),
    async changes(cursor) {
      const { recent: before } = cursor as CallsCursor;
      const { since, recent } = await readRecent((id, fingerprint) => before[id] !== fingerprint);
      return compare(client, before, recent, since);
    },
    async list(window, pageToken) {
      const page = await readPage(client, window.since, pageToken ?? endOf(window));
      const matches = window.domains && createDomainMatcher(window.domains);
      const calls = page.calls.filter(
        (call) => isOwn(call) && concerns(call, matches) && isBefore(call, window),
      );
      remember(calls);
      return {
        ids: calls.map(({ id }) => id),
        nextPageToken: page.next,
        total: undefined,
      } satisfies ListPage;
    },
    async head(id) {
      const activity = await get(id);
      if (activity === undefined) return undefined;
      const { occurredAt, participants } = activity;
      return { occurredAt, participants, listAddresses: [] };
    },
    read: get,
  };
}

/** Fireflies also lists a call at the end itself. One without a time may belong to any window. */
const isBefore = (call: FirefliesCall, { until }: Window): boolean =>
  until === undefined || !(timeOf(call) >= until.getTime());

/** The page token with which listing a window with an end starts. */
const endOf = ({ until }: Window): string | undefined =>
  until === undefined ? undefined : `${until.getTime()}`;

/**
 * One page of calls, newest first. The next page starts at the time of this page's last call
 * instead of at an offset, so that a call that is deleted in between does not make it skip another
 * one. If that makes no progress, because more calls than fit on a page have the same time or none,
 * an offset is used.
 */
async function readPage(client: FirefliesClient, since: Date, token: string | undefined) {
  const { before, skip } = readPosition(token);
  const variables = {
    from: since.toISOString(),
    to: before === undefined ? null : new Date(before).toISOString(),
    limit: pageSize,
    skip,
  };
  const { data, failures } = await client.queryPartly<{
    transcripts: unknown;
  }>(pageQuery(callFields), variables);
  const transcripts = (data.transcripts ?? []) as (FirefliesCall | null)[];
  // Not treated as an empty list: the stored calls would count as deleted.
  if (!Array.isArray(transcripts)) {
    throw new ProviderError('temporary', 'Fireflies sent a list that cannot be read.');
  }
  const given = transcripts.flatMap((call, index) =>
    call === null ? [] : [withMissing(call, failures, ['transcripts', index])],
  );
  // A failure outside of the returned calls has made a whole call null, or the whole list.
  const isGiven = ([, index]: FieldFailure['path']) => transcripts[Number(index)] != null;
  const fatal = failures.filter(({ path }) => !isGiven(path));
  const calls =
    fatal.length === 0
      ? given
      : [...given, ...(await findUnreadable(client, variables, given, fatal))];
  if (calls.length < pageSize) return { calls, next: undefined };
  const oldest = Math.min(...calls.map(timeOf).filter((time) => !Number.isNaN(time)));
  const isFurther = Number.isFinite(oldest) && oldest !== before;
  return { calls, next: isFurther ? `${oldest}` : `${before ?? ''}+${skip + pageSize}` };
}

const pageQuery = (fields: string) =>
  `query Calls($from: DateTime, $to: DateTime, $limit: Int, $skip: Int) {
    transcripts(fromDate: $from, toDate: $to, limit: $limit, skip: $skip) { ${fields} }
  }`;

/**
 * The calls of a page on which a field failed in a way that made whole calls null. The failure only
 * contains their indexes, so the page is listed again by id and date only.
 */
async function findUnreadable(
  client: FirefliesClient,
  variables: Record<string, unknown>,
  given: readonly ListedCall[],
  failures: readonly FieldFailure[],
): Promise<ListedCall[]> {
  const { transcripts } = await client.query<{
    transcripts: Pick<FirefliesCall, 'id' | 'date'>[] | null;
  }>(pageQuery('id date'), variables);
  const readable = new Set(given.map(({ id }) => id));
  return (transcripts ?? [])
    .filter(({ id }) => !readable.has(id))
    .map((call) => ({ ...call, unreadable: describeFailures(failures) }));
}

/** A call with the failures below its path in the `data`. */
function withMissing(
  call: FirefliesCall,
  failures: readonly FieldFailure[],
  field: FieldFailure['path'],
): ListedCall {
  const own = failures.filter(({ path }) => field.every((step, at) => path[at] === step));
  return own.length === 0 ? call : { ...call, missing: describeFailures(own) };
}

/** Names each field once, without list indexes. */
function describeFailures(failures: readonly FieldFailure[]): string {
  const fields = failures.map(({ path }) =>
    path
      .slice(1)
      .filter((step) => typeof step === 'string')
      .join('.'),
  );
  const named = [...new Set(fields)].slice(0, 5).join(', ');
  return `Fireflies could not give ${named === '' ? 'a part' : named} of this call (${failures[0]?.message}).`;
}

/** Parses a page token: the calls until a time, without the first `skip` of them. */
function readPosition(token: string | undefined): { before: number | undefined; skip: number } {
  const [, before, skip = '0'] = /^(\d{10,16})?(?:\+(\d{1,9}))?$/.exec(token ?? '') ?? [];
  return { before: before === undefined ? undefined : Number(before), skip: Number(skip) };
}

/** Epoch milliseconds; NaN for a call without a time that a page token can contain. */
const timeOf = ({ date }: FirefliesCall): number =>
  /^\d{10,16}$/.test(`${date ?? ''}`) ? Number(date) : Number.NaN;

async function findCall(client: FirefliesClient, id: string): Promise<ListedCall | undefined> {
  try {
    const { data, failures } = await client.queryPartly<{ transcript: FirefliesCall | null }>(
      `query Call($id: String!) { transcript(id: $id) { ${callFields} } }`,
      { id },
    );
    if (data.transcript !== null) return withMissing(data.transcript, failures, ['transcript']);
    return failures.length > 0 ? { id, unreadable: describeFailures(failures) } : undefined;
  } catch (error) {
    if (error instanceof CallNotFoundError) return undefined;
    throw error;
  }
}

/**
 * Returns the new and changed calls. Calls that are no longer listed are requested by id to detect deletions,
 * except calls that are too old by now: after a long interruption they would exceed the daily quota.
 */
async function compare(
  client: FirefliesClient,
  before: CallsCursor['recent'],
  recent: CallsCursor['recent'],
  since: Date,
): Promise<ChangePage> {
  const removed: string[] = [];
  for (const [id, fingerprint] of Object.entries(before)) {
    if (recent[id] !== undefined || timeIn(fingerprint) < since.getTime()) continue;
    if ((await findCall(client, id)) === undefined) removed.push(id);
  }
  const changed = Object.keys(recent).filter((id) => recent[id] !== before[id]);
  return { changed, removed, next: { recent }, isLast: true };
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16);

/** The time of a call from its fingerprint; NaN when the fingerprint contains none. */
const timeIn = (fingerprint: string): number =>
  fingerprint.includes(' ') ? Number(fingerprint.split(' ')[0]) : Number.NaN;

const concerns = (
  call: ListedCall,
  matches: ReturnType<typeof createDomainMatcher> | undefined,
): boolean =>
  matches === undefined ||
  call.unreadable !== undefined ||
  participantsOf(call).some(({ email }) => matches(email).length > 0);
