import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#platform/context.ts';
import { takeHistoryLease } from './history/history-lease.ts';
import type { Provider, SourceProvider } from './provider.ts';
import { type DueFilter, isAnyDue, type Lease, takeLease } from './reading/lease.ts';
import { syncUnderLease } from './sync/sync-under-lease.ts';

/** Integrations that one process syncs at once; most of the time each waits for its provider. */
const atOnce = 6;
/** A sync that takes longer goes on in another turn; milliseconds. */
const MAX_TURN_MS = 10 * 60_000;
/**
 * The same while others wait, so that large mailboxes and slow servers do not occupy all places, and after a sync that
 * failed; milliseconds.
 */
const SHORT_TURN_MS = 60_000;
/**
 * A sync is slow when one call of its source takes longer, which may be many requests: turns end between two calls;
 * milliseconds.
 */
const SLOW_CALL_MS = 30_000;
/** How many slow syncs run in addition to the others: they do little but wait. */
const MAX_ADDITIONAL = 3;
/** Slow integrations that are remembered; the oldest are forgotten. */
const MAX_SLOW = 1_000;
/** Maximum number of them that import earlier activities. */
const MAX_HISTORIES = 2;
/**
 * How many workers may sync integrations whose last sync failed or was slow. Their servers may each take
 * minutes to respond, and many integrations may use the same server.
 */
const MAX_DELAYED = 3;
/** How many of them may be integrations of one user: all of theirs may be slow. */
const MAX_OF_OWNER = 3;
/**
 * A page that takes longer than the rest of the turn and this is given up: a source reads it with any number
 * of requests, each of which may take a minute; milliseconds.
 */
const MAX_OVERRUN_MS = 10 * 60_000;
/** A process that cannot reach the database looks again after this; milliseconds. */
const errorRetryInterval = 5_000;

export interface SyncLoopOptions {
  /** The interval at which the process looks for due integrations; milliseconds. */
  pollInterval?: number;
  /** Maximum duration of one sync; milliseconds. */
  turn?: number;
  /** The maximum while others wait, and after a failed sync; milliseconds. */
  shortTurn?: number;
  /** The duration of a call beyond which a sync is slow; milliseconds. */
  slowCall?: number;
  /** Maximum duration of a sync beyond its turn. */
  overrun?: number;
  /** The first wait before a request that failed temporarily is repeated; milliseconds. */
  retryWaitMs?: number;
}

export interface SyncLoop {
  /** Stops after the current page and waits until it is stored. */
  stop: () => Promise<void>;
}

/**
 * Polls for due integrations until the process stops. The integrations table is the queue: each row has its
 * due time, its lease and its tasks. They change in the transactions that store the emails, so that queue and
 * data never disagree (docs/decisions/sync-schedule.md).
 */
export function startSyncLoop(
  context: Context,
  providers: readonly Provider[],
  {
    pollInterval = 500,
    turn = MAX_TURN_MS,
    shortTurn = SHORT_TURN_MS,
    slowCall = SLOW_CALL_MS,
    overrun = MAX_OVERRUN_MS,
    retryWaitMs,
  }: SyncLoopOptions = {},
): SyncLoop {
  const stopping = new AbortController();
  const running = new Map<Promise<void>, Running>();
  /** The integrations whose last sync was slow, as far as this process knows. */
  const slow = new Set<string>();
  let histories = 0;
  /** Whether integrations are due that cannot be synced now. */
  let isAnyWaiting = false;
  /** The syncs that run, by providers and by owners. */
  const [syncs, ofOwners] = [new Map<string, number>(), new Map<string, number>()];
  const sources = providers.filter((one): one is SourceProvider => one.connect.kind !== 'webhook');

  const countRunning = (key: keyof Running) =>
    [...running.values()].filter((one) => one[key]).length;
  const hasPlace = () => running.size - Math.min(countRunning('isSlow'), MAX_ADDITIONAL) < atOnce;
  const openSources = () =>
    sources.filter(({ id, maxSyncs = Infinity }) => (syncs.get(id) ?? 0) < maxSyncs);
  const filterOf = (isDelayed?: boolean): Required<DueFilter> => ({
    isDelayed,
    slow: [...slow],
    busy: [...ofOwners].flatMap(([owner, own]) => (own >= MAX_OF_OWNER ? [owner] : [])),
  });

  const takeNext = async () => {
    const open = openSources();
    const names = open.map(({ id }) => id);
    const delayed = countRunning('isDelayed');
    // One of them always has its turn.
    const order = delayed === 0 ? [true, false] : delayed >= MAX_DELAYED ? [false] : [false, true];
    for (const isDelayed of order) {
      const lease = await takeLease(context.db, names, filterOf(isDelayed));
      if (lease !== undefined) return { lease, isDelayed };
    }
    if (histories >= MAX_HISTORIES) return undefined;
    const withHistory = open.filter(({ history }) => history !== undefined).map(({ id }) => id);
    const lease = await takeHistoryLease(context.db, withHistory, filterOf().busy);
    return lease && { lease, isDelayed: false };
  };

  const fill = async () => {
    while (hasPlace() && !stopping.signal.aborted) {
      const next = await takeNext();
      if (next === undefined) break;
      start(next.lease, next.isDelayed);
    }
    const isFull = !hasPlace() || countRunning('isDelayed') >= MAX_DELAYED;
    const names = openSources().map(({ id }) => id);
    isAnyWaiting = isFull && (await isAnyDue(context.db, names, filterOf()));
  };

  const start = (lease: Lease, isDelayed: boolean) => {
    const { integrationId, provider, ownerId } = lease;
    add(syncs, provider, 1);
    add(ofOwners, ownerId, 1);
    if (lease.readsHistory) histories += 1;
    const begun = Date.now();
    const state: Running = { isDelayed, isSlow: false };
    const options = {
      stopping: stopping.signal,
      turnEnds: begun + (lease.hasFailed ? Math.min(turn, shortTurn) : turn),
      isAwaited: () => isAnyWaiting && Date.now() - begun > shortTurn,
      overrun,
      retryWaitMs,
      slowCall,
      reportSlow: () => {
        state.isSlow = true;
      },
    };
    const sync = syncUnderLease(context, sources, lease, options).finally(() => {
      running.delete(sync);
      slow.delete(integrationId);
      if (state.isSlow) slow.add(integrationId);
      const [oldest] = slow;
      if (slow.size > MAX_SLOW && oldest !== undefined) slow.delete(oldest);
      add(syncs, provider, -1);
      add(ofOwners, ownerId, -1);
      if (lease.readsHistory) histories -= 1;
    });
    running.set(sync, state);
  };

  const repeat = async () => {
    while (!stopping.signal.aborted) {
      try {
        await fill();
        await sleep(pollInterval, undefined, { signal: stopping.signal });
      } catch (error) {
        if (stopping.signal.aborted) return;
        context.log.error({ err: error }, 'cannot look for integrations to sync');
        await sleep(errorRetryInterval, undefined, { signal: stopping.signal }).catch(
          () => undefined,
        );
      }
    }
  };

  const loop = repeat();
  return {
    async stop() {
      stopping.abort();
      await loop;
      await Promise.all(running.keys());
    },
  };
}

function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

interface Running {
  /** Whether the last sync of its integration failed or was slow. */
  isDelayed: boolean;
  /** Whether this one is slow. */
  isSlow: boolean;
}
