import { createHash } from 'node:crypto';
import { addressBelongsTo } from '@repo/domain/domains/domain-name';
import type {
  ActivitySource,
  ChangePage,
  Cursor,
  ListPage,
  Window,
} from '../../modules/integrations/provider.ts';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
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
 * Fireflies tells no changes, and finds calls by the time of the call alone. A call may be ready
 * hours later, and its summary later still; so what took place in these days is looked at again.
 */
const recentDays = 14;
const dayMs = 24 * 60 * 60 * 1000;
/** Of those days: 10,000 calls, far more than one person has. */
const MAX_RECENT_PAGES = 200;

/** What was there of late, each call by its time and a hash of what it said. */
interface CallsCursor extends Cursor {
  recent: Record<string, string>;
}

/** Opens the calls that a key gives access to, as far as its owner took part in them. */
export function openCalls(client: FirefliesClient, owner: string): ActivitySource {
  // A list brings calls whole: what it named last need not be requested again.
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
  const readRecent = async () => {
    const since = new Date(Date.now() - recentDays * dayMs);
    const calls: ListedCall[] = [];
    let token: string | undefined;
    for (let pages = 0; pages < MAX_RECENT_PAGES; pages += 1) {
      const page = await readPage(client, since, token);
      calls.push(...page.calls.filter(isOwn));
      if (page.next === undefined) return { since, calls };
      token = page.next;
    }
    throw new ProviderError('permanent', 'Fireflies keeps listing more calls.');
  };
  return {
    position: async () => ({ recent: fingerprints((await readRecent()).calls) }),
    async changes(cursor) {
      const { recent } = cursor as CallsCursor;
      const { since, calls } = await readRecent();
      remember(calls);
      return compare(client, recent, calls, since);
    },
    async list(window, pageToken) {
      const page = await readPage(client, window.since, pageToken ?? endOf(window));
      const calls = page.calls.filter((call) => isOwn(call) && concerns(call, window));
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

/** The place at which a window that has an end begins to be listed. */
const endOf = ({ until }: Window): string | undefined =>
  until === undefined ? undefined : `${until.getTime()}`;

/**
 * One page of calls, newest first. The next one begins at the time of this one's last call rather
 * than at a count, so that a call which is deleted meanwhile hides no other. Where that leads no
 * further, since more calls than fit on a page took place at one time or tell none, it is a count.
 */
async function readPage(client: FirefliesClient, since: Date, token: string | undefined) {
  const { before, skip } = readPlace(token);
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
  // Not taken for a list without calls: those that are stored would count as deleted.
  if (!Array.isArray(transcripts)) {
    throw new ProviderError('temporary', 'Fireflies sent a list that cannot be read.');
  }
  const given = transcripts.flatMap((call, index) =>
    call === null ? [] : [withMissing(call, failures, ['transcripts', index])],
  );
  // A failure below none of them made a whole call null, or the whole list.
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
 * The calls of a page of which one field failed so badly that the whole call is null. The failure
 * tells only their places, so the page is listed again by id and date alone.
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

/** A call with what failed below its place in the `data`. */
function withMissing(
  call: FirefliesCall,
  failures: readonly FieldFailure[],
  place: FieldFailure['path'],
): ListedCall {
  const own = failures.filter(({ path }) => place.every((step, at) => path[at] === step));
  return own.length === 0 ? call : { ...call, missing: describeFailures(own) };
}

/** Names each field once, without its place in a list. */
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

/** A place in the list: the calls until a time, without the first so many of them. */
function readPlace(token: string | undefined): { before: number | undefined; skip: number } {
  const [, before, skip = '0'] = /^(\d{10,16})?(?:\+(\d{1,9}))?$/.exec(token ?? '') ?? [];
  return { before: before === undefined ? undefined : Number(before), skip: Number(skip) };
}

/** Epoch milliseconds; NaN where it tells none that a place could be made of. */
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
 * What is new or reads otherwise than before. What is not listed any more is asked for by its id,
 * unless it is only too long ago by now: after a long rest those would be more than may be asked
 * for in a day.
 */
async function compare(
  client: FirefliesClient,
  before: Record<string, string>,
  calls: readonly ListedCall[],
  since: Date,
): Promise<ChangePage> {
  const recent = fingerprints(calls);
  const removed: string[] = [];
  for (const [id, fingerprint] of Object.entries(before)) {
    if (recent[id] !== undefined || timeIn(fingerprint) < since.getTime()) continue;
    if ((await findCall(client, id)) === undefined) removed.push(id);
  }
  const changed = Object.keys(recent).filter((id) => recent[id] !== before[id]);
  return { changed, removed, next: { recent }, isLast: true };
}

const fingerprints = (calls: readonly ListedCall[]): CallsCursor['recent'] =>
  Object.fromEntries(calls.map((call) => [call.id, `${timeOf(call)} ${hashOf(call)}`]));

const hashOf = (call: ListedCall): string =>
  createHash('sha256').update(JSON.stringify(call)).digest('base64url').slice(0, 16);

/** When a call took place by its fingerprint; NaN where that does not tell. */
const timeIn = (fingerprint: string): number =>
  fingerprint.includes(' ') ? Number(fingerprint.split(' ')[0]) : Number.NaN;

const concerns = (call: ListedCall, { domains }: Window): boolean =>
  domains === undefined ||
  call.unreadable !== undefined ||
  participantsOf(call).some(({ email }) =>
    domains.some((domain) => addressBelongsTo(email, domain)),
  );
