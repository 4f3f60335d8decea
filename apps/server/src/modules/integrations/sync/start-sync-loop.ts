import { setTimeout as sleep } from 'node:timers/promises';
import { SpanKind } from '@opentelemetry/api';
import type { Context } from '../../../platform/context.ts';
import { DatabaseUnavailableError } from '../../../platform/database/database-unavailable.ts';
import { withSpan } from '../../../platform/trace/with-span.ts';
import { regularWait, spendRequest } from '../budget/request-budget.ts';
import { openCredentials, saveCredentials } from '../connect/credentials.ts';
import type { Provider, SourceProvider } from '../provider.ts';
import type { Credentials } from '../provider/connect-methods.ts';
import { ProviderError } from '../provider-error.ts';
import { clearProblem, recordProblem } from '../provider-problems.ts';
import {
  type DueFilter,
  endLease,
  isAnyDue,
  type Lease,
  LeaseLostError,
  leaseSeconds,
  renewLease,
  type SyncOutcome,
  takeLease,
} from './lease.ts';
import { endHistoryLease, takeHistoryLease } from '../history/history-lease.ts';
import { readHistory } from '../history/read-history.ts';
import { findFolders, findLocations } from './item-locations.ts';
import { createAdaptiveConcurrency } from './adaptive-concurrency.ts';
import { reportSlowCalls } from './report-slow-calls.ts';
import { runSync } from './run-sync.ts';
import type { SyncRun } from './sync-run.ts';

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
 * How many of them may be integrations whose last sync failed or was slow: the server of each may let it wait for
 * minutes, and there may be many of the same server.
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
  /** The same while others wait, and after a sync that failed. */
  shortTurn?: number;
  /** The duration of a call beyond which a sync is slow; milliseconds. */
  slowCall?: number;
  /** Maximum duration of a sync beyond its turn. */
  overrun?: number;
  /** The first wait before a request that failed temporarily is repeated; milliseconds. */
  retryWaitMs?: number;
}

export interface SyncLoop {
  /** Interrupts what is under way, between two pages, and waits for it. */
  stop: () => Promise<void>;
}

/**
 * Syncs what is due, as long as the process runs. The table of integrations is the queue: it says
 * what is due, who is at it, and what waits, in the same transactions that store the emails, so that
 * queue and data never disagree (docs/decisions/sync-schedule.md).
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
  /** Integrations whose last sync was slow, as far as this process knows. */
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

/** A sync that runs. */
interface Running {
  /** Whether the last sync of its integration failed or was slow. */
  isDelayed: boolean;
  /** Whether this one is slow. */
  isSlow: boolean;
}

/** How one integration is synced. */
interface TurnOptions extends Required<Pick<SyncRun, 'turnEnds' | 'isAwaited'>> {
  overrun: number;
  retryWaitMs: number | undefined;
  slowCall: number;
  reportSlow: () => void;
}

/** Syncs one integration while its lease is renewed; every way in which it can end is recorded. */
async function syncUnderLease(
  context: Context,
  providers: readonly SourceProvider[],
  lease: Lease,
  { stopping, ...options }: TurnOptions & { stopping: AbortSignal },
): Promise<void> {
  const { db, metrics } = context;
  const { integrationId, provider } = lease;
  const begun = performance.now();
  const log = context.log.child({ integrationId });
  const lost = new AbortController();
  const renewing = setInterval(
    () => {
      renewLease(db, lease).then(
        (isHeld) => isHeld || lost.abort(new LeaseLostError('The sync was taken over.')),
        (error: unknown) => log.warn({ err: error }, 'cannot renew the lease of a sync'),
      );
    },
    (leaseSeconds * 1_000) / 3,
  );
  const late = new AbortController();
  const limit = setTimeout(
    () => late.abort(new ProviderError('temporary', 'The server responds too slowly.')),
    options.turnEnds - Date.now() + options.overrun,
  );
  const signal = AbortSignal.any([stopping, lost.signal, late.signal]);
  const tally = { stored: 0, removed: 0, failed: 0 };
  try {
    const span = { kind: SpanKind.INTERNAL, attributes: { 'integration.id': integrationId } };
    await withSpan(`${lease.readsHistory ? 'history' : 'sync'} ${provider}`, span, async () => {
      const outcome = await outcomeOf(
        () => sync(context, providers, lease, { ...options, signal, tally }),
        stopping,
      );
      const source = providers.find(({ id }) => id === provider);
      if (outcome.state === 'failed') {
        log.warn({ err: outcome.cause }, `sync failed: ${outcome.message}`);
        if (source !== undefined) await recordProblem({ db, log }, source, outcome.cause);
      }
      if (lease.readsHistory) {
        await endHistoryLease(db, lease, outcome);
        return;
      }
      const seconds = (performance.now() - begun) / 1_000;
      metrics?.syncEnded({ provider, outcome: outcome.state, seconds, ...tally });
      const wait = await regularWait(db, lease, source?.requestsPerDay);
      await endLease(db, lease, outcome, { tally, wait });
    });
  } catch (error) {
    if (error instanceof LeaseLostError) log.info('another worker took over the sync');
    // The lease runs out by itself; then someone takes over.
    else log.error({ err: error }, 'cannot record how a sync ended');
  } finally {
    clearInterval(renewing);
    clearTimeout(limit);
  }
}

async function sync(
  context: Context,
  providers: readonly SourceProvider[],
  lease: Lease,
  {
    signal,
    turnEnds,
    isAwaited,
    tally,
    retryWaitMs,
    slowCall,
    reportSlow,
  }: Omit<TurnOptions, 'overrun'> & Pick<SyncRun, 'signal' | 'tally'>,
): Promise<{ isCut: boolean }> {
  const { integrationId } = lease;
  const row = await context.db
    .selectFrom('integrations')
    .select(['provider', 'source', 'credentials', 'credentials_key_id'])
    .where('owner_id', '=', lease.ownerId)
    .where('id', '=', integrationId)
    .where('lease_id', '=', lease.leaseId)
    .executeTakeFirst();
  const provider = providers.find(({ id }) => id === row?.provider);
  if (row === undefined || provider === undefined || row.source === null) {
    throw new LeaseLostError('The integration was disconnected.');
  }
  const opened = provider.open({
    ownerId: lease.ownerId,
    credentials: openCredentials(context, integrationId, row),
    source: row.source,
    saveCredentials: (fresh: Credentials) => {
      saveCredentials(context, lease, fresh);
      void clearProblem(context, provider);
    },
    spendRequest: () => spendRequest(context.db, lease, provider),
    findLocations: (id) => findLocations(context.db, lease, id),
    findFolders: (prefix) => findFolders(context.db, lease, prefix),
    signal,
  });
  const source = reportSlowCalls(opened, slowCall, reportSlow);
  try {
    const run: SyncRun = {
      context,
      lease,
      integrationId,
      ownerId: lease.ownerId,
      provider,
      sourceName: row.source,
      source,
      concurrency: createAdaptiveConcurrency(signal, { retryWaitMs }),
      signal,
      turnEnds,
      isAwaited,
      tally,
      held: new Set(),
    };
    await (lease.readsHistory ? readHistory(run) : runSync(run));
    return { isCut: run.isCut === true };
  } finally {
    opened.close?.();
  }
}

/** @throws LeaseLostError */
async function outcomeOf(
  work: () => Promise<{ isCut: boolean }>,
  stopping: AbortSignal,
): Promise<SyncOutcome> {
  try {
    return { state: 'done', ...(await work()) };
  } catch (cause) {
    if (cause instanceof LeaseLostError) throw cause;
    // That the database was away is no failing of the source, and passes by itself.
    if (stopping.aborted || cause instanceof DatabaseUnavailableError) {
      return { state: 'interrupted' };
    }
    return cause instanceof ProviderError
      ? { state: 'failed', message: cause.message, cause }
      : { state: 'failed', message: 'The sync failed on the server and will be retried.', cause };
  }
}
