import { createHash } from 'node:crypto';
import { addressBelongsTo } from '@repo/domain/domain-name';
import type {
  ActivitySource,
  ChangePage,
  Cursor,
  ListPage,
  Window,
} from '../../modules/integrations/provider.ts';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
import type { AskFireflies } from './fireflies-client.ts';
import { CallNotFoundError } from './fireflies-failure.ts';
import { callFields, type FirefliesCall, mapCall, participantsOf } from './map-call.ts';

/** Fireflies' largest page. https://docs.fireflies.ai/graphql-api/query/transcripts */
const pageSize = 50;
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
export function openCalls(ask: AskFireflies, owner: string): ActivitySource {
  // A list brings calls whole: what it named last need not be asked for again.
  const listed = new Map<string, FirefliesCall>();
  const remember = (calls: readonly FirefliesCall[]) => {
    listed.clear();
    for (const call of calls) listed.set(call.id, call);
  };
  const get = async (id: string) => listed.get(id) ?? (await findCall(ask, id));
  const isOwn = (call: FirefliesCall) =>
    participantsOf(call).some(({ email }) => email === owner) ||
    (call.fireflies_users ?? []).some((email) => email?.toLowerCase() === owner);
  const readRecent = async () => {
    const since = new Date(Date.now() - recentDays * dayMs);
    const calls: FirefliesCall[] = [];
    let token: string | undefined;
    for (let pages = 0; pages < MAX_RECENT_PAGES; pages += 1) {
      const page = await readPage(ask, since, token);
      calls.push(...page.calls.filter(isOwn));
      if (page.next === undefined) return { since, calls };
      token = page.next;
    }
    throw new ProviderError('permanent', 'Fireflies names ever more calls.');
  };
  return {
    position: async () => ({ recent: fingerprints((await readRecent()).calls) }),
    async changes(cursor) {
      const { recent } = cursor as CallsCursor;
      const { since, calls } = await readRecent();
      remember(calls);
      return compare(ask, recent, calls, since);
    },
    async list(window, pageToken) {
      const page = await readPage(ask, window.since, pageToken);
      const calls = page.calls.filter((call) => isOwn(call) && concerns(call, window));
      remember(calls);
      return {
        ids: calls.map(({ id }) => id),
        nextPageToken: page.next,
        total: undefined,
      } satisfies ListPage;
    },
    async head(id) {
      const call = await get(id);
      if (call === undefined) return undefined;
      const { occurredAt, participants } = mapCall(call);
      return { occurredAt, participants, listAddresses: [] };
    },
    async read(id) {
      const call = await get(id);
      return call && mapCall(call);
    },
  };
}

/**
 * One page of calls, newest first. The next one begins at the time of this one's last call rather
 * than at a count, so that a call which is deleted meanwhile hides no other. Where that leads no
 * further, since more calls than a page holds took place at one time or tell none, it is a count.
 */
async function readPage(ask: AskFireflies, since: Date, token: string | undefined) {
  const { before, skip } = readPlace(token);
  const { transcripts } = await ask<{ transcripts: FirefliesCall[] | null }>(
    `query Calls($from: DateTime, $to: DateTime, $limit: Int, $skip: Int) {
      transcripts(fromDate: $from, toDate: $to, limit: $limit, skip: $skip) { ${callFields} }
    }`,
    {
      from: since.toISOString(),
      to: before === undefined ? null : new Date(before).toISOString(),
      limit: pageSize,
      skip,
    },
  );
  const calls = transcripts ?? [];
  if (calls.length < pageSize) return { calls, next: undefined };
  const oldest = Math.min(...calls.map(timeOf).filter((time) => !Number.isNaN(time)));
  const isFurther = Number.isFinite(oldest) && oldest !== before;
  return { calls, next: isFurther ? `${oldest}` : `${before ?? ''}+${skip + pageSize}` };
}

/** A place in the list: the calls until a time, without the first so many of them. */
function readPlace(token: string | undefined): { before: number | undefined; skip: number } {
  const [, before, skip = '0'] = /^(\d{10,16})?(?:\+(\d{1,9}))?$/.exec(token ?? '') ?? [];
  return { before: before === undefined ? undefined : Number(before), skip: Number(skip) };
}

/** Epoch milliseconds; NaN where it tells none that a place could be made of. */
const timeOf = ({ date }: FirefliesCall): number =>
  /^\d{10,16}$/.test(`${date ?? ''}`) ? Number(date) : Number.NaN;

async function findCall(ask: AskFireflies, id: string): Promise<FirefliesCall | undefined> {
  try {
    const { transcript } = await ask<{ transcript: FirefliesCall | null }>(
      `query Call($id: String!) { transcript(id: $id) { ${callFields} } }`,
      { id },
    );
    return transcript ?? undefined;
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
  ask: AskFireflies,
  before: Record<string, string>,
  calls: readonly FirefliesCall[],
  since: Date,
): Promise<ChangePage> {
  const recent = fingerprints(calls);
  const removed: string[] = [];
  for (const [id, fingerprint] of Object.entries(before)) {
    if (recent[id] !== undefined || timeIn(fingerprint) < since.getTime()) continue;
    if ((await findCall(ask, id)) === undefined) removed.push(id);
  }
  const changed = Object.keys(recent).filter((id) => recent[id] !== before[id]);
  return { changed, removed, next: { recent }, isLast: true };
}

const fingerprints = (calls: readonly FirefliesCall[]): CallsCursor['recent'] =>
  Object.fromEntries(calls.map((call) => [call.id, `${timeOf(call)} ${hashOf(call)}`]));

const hashOf = (call: FirefliesCall): string =>
  createHash('sha256').update(JSON.stringify(call)).digest('base64url').slice(0, 16);

/** When a call took place by its fingerprint; NaN where that does not tell. */
const timeIn = (fingerprint: string): number =>
  fingerprint.includes(' ') ? Number(fingerprint.split(' ')[0]) : Number.NaN;

const concerns = (call: FirefliesCall, { domains }: Window): boolean =>
  domains === undefined ||
  participantsOf(call).some(({ email }) =>
    domains.some((domain) => addressBelongsTo(email, domain)),
  );
