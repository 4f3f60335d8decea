import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#platform/context.ts';
import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { openCredentials } from './connect/credentials.ts';
import type { Provider, SourceProvider } from './provider.ts';
import type { Watch, WatchEnd } from './provider/watch.ts';
import { createHintGate } from './watching/hint-gate.ts';
import {
  ALIVE_SECONDS,
  type Claimed,
  claimWatches,
  listOwn,
  registerProcess,
  release,
  stayAlive,
  storeHints,
  storeLive,
  unregisterProcess,
} from './watching/watch-leases.ts';
import { nextWatch } from './watching/watch-waits.ts';

/** Connections that one process watches; the others are synced at their times. */
const MAX_WATCHES = 2_000;
/** How often the process looks what it may watch, and stores what has happened; milliseconds. */
const LOOK_INTERVAL_MS = 2_000;
/** How often it says that it is alive; milliseconds. */
const ALIVE_INTERVAL_MS = 5_000;
/** Hints are stored together with those of so many milliseconds. */
const HINT_INTERVAL_MS = 200;

export interface WatchingOptions {
  lookInterval?: number;
  maxWatches?: number;
  /** The first time between two hints of a connection that are passed on; milliseconds. */
  gapMs?: number;
}

export interface Watching {
  /** Ends all watches and leaves them to other processes. */
  stop: () => Promise<void>;
}

interface Running extends Claimed {
  stopping: AbortController;
  liveAt: number | undefined;
  end?: WatchEnd['reason'] | 'crowded';
}

/**
 * Watches connections whose providers report changes, until the process stops. A hint is never data: it makes the
 * connection due, and a sync reads what has changed. Two processes never watch the same connection
 * (docs/decisions/watched-mailboxes.md).
 */
export function startWatching(
  context: Context,
  providers: readonly Provider[],
  { lookInterval = LOOK_INTERVAL_MS, maxWatches = MAX_WATCHES, gapMs }: WatchingOptions = {},
): Watching {
  const { db, log, metrics } = context;
  const watchable = providers.filter(
    (one): one is SourceProvider & { watch: Watch } => 'watch' in one && one.watch !== undefined,
  );
  const renewMs = context.config.imapIdleSeconds * 1_000;
  const stopping = new AbortController();
  const running = new Map<string, Running>();
  const tasks = new Set<Promise<void>>();
  const events = { live: new Set<Running>(), hinted: new Set<Running>() };
  const ended = new Map<string, Running>();
  let processId: string | undefined;
  let aliveAt = 0;

  metrics?.gauge({
    name: 'sync_watched',
    help: 'Connections whose servers report changes to this process.',
    labels: ['provider'],
    read: () =>
      watchable.map(({ id }) => ({
        labels: { provider: id },
        value: [...running.values()].filter((one) => one.provider === id && one.liveAt).length,
      })),
  });

  const begin = (claimed: Claimed) => {
    const one: Running = { ...claimed, stopping: new AbortController(), liveAt: undefined };
    running.set(one.integrationId, one);
    const task = follow(one).finally(() => tasks.delete(task));
    tasks.add(task);
  };

  const follow = async (one: Running) => {
    const { integrationId, provider } = one;
    const gate = createHintGate(() => events.hinted.add(one), gapMs);
    const { reason, message } = await watchOne(one, {
      onLive: () => {
        one.liveAt = Date.now();
        events.live.add(one);
        metrics?.watched(provider, 'live');
      },
      onHint: () => {
        metrics?.watched(provider, 'hint');
        gate.hint();
      },
      onRenewed: () => metrics?.watched(provider, 'renewed'),
    });
    gate.close();
    one.end ??= reason;
    if (running.get(integrationId) === one) running.delete(integrationId);
    // Another process watches these connections now, or none does.
    if (one.end === 'stopped') return;
    ended.set(integrationId, one);
    if (reason !== 'stopped') metrics?.watched(provider, reason);
    log.debug({ integrationId, reason: one.end, said: message }, 'a watch ended');
  };

  const watchOne = async (
    one: Running,
    on: Pick<Parameters<Watch>[0], 'onLive' | 'onHint' | 'onRenewed'>,
  ): Promise<WatchEnd> => {
    try {
      const provider = watchable.find(({ id }) => id === one.provider);
      if (provider === undefined) return { reason: 'unsupported', message: 'Not installed.' };
      const credentials = openCredentials(context, one.integrationId, {
        credentials: one.credentials,
        credentials_key_id: one.credentialsKeyId,
      });
      return await provider.watch({ credentials, renewMs, signal: one.stopping.signal, ...on });
    } catch (error) {
      return { reason: 'refused', message: error instanceof Error ? error.message : String(error) };
    }
  };

  const stopAll = async () => {
    for (const { stopping: own } of running.values()) own.abort();
    await Promise.all(tasks);
    for (const kept of [events.live, events.hinted, ended]) kept.clear();
  };

  /** Says that the process is alive, and gives up everything when it could not for too long. */
  const renew = async () => {
    if (processId !== undefined && Date.now() - aliveAt < ALIVE_INTERVAL_MS) return;
    const asked = Date.now();
    if (processId !== undefined && !(await stayAlive(db, processId))) {
      await stopAll();
      processId = undefined;
    }
    processId ??= await registerProcess(db);
    aliveAt = asked;
  };

  const store = async (id: string) => {
    await drain(events.live, (keys) => storeLive(db, id, keys));
    await drain(events.hinted, (keys) => storeHints(db, id, keys));
    const groups = Map.groupBy(ended.values(), (one) => {
      const liveMs = one.liveAt === undefined ? 0 : Date.now() - one.liveAt;
      return JSON.stringify(nextWatch(one.end ?? 'lost', one.failures, liveMs));
    });
    for (const [next, these] of groups) {
      await release(db, id, these, JSON.parse(next));
      for (const { integrationId } of these) ended.delete(integrationId);
    }
  };

  const look = async () => {
    await renew();
    const id = processId;
    if (id === undefined) return;
    await store(id);
    const own = new Map((await listOwn(db, id)).map((row) => [row.integrationId, row]));
    for (const one of running.values()) {
      const row = own.get(one.integrationId);
      if (row !== undefined && !row.isCrowded) continue;
      one.end = row === undefined ? 'stopped' : 'crowded';
      one.stopping.abort();
    }
    // Claimed while a former watch of the same connection was still ending.
    const idle = [...own.values()].filter(
      (row) => !running.has(row.integrationId) && !ended.has(row.integrationId),
    );
    if (idle.length > 0) await release(db, id, idle, { failures: 0, seconds: 0 });
    const room = maxWatches - running.size;
    const names = watchable.map(({ id: name }) => name);
    if (room <= 0) return;
    for (const claimed of await claimWatches(db, id, names, room)) {
      // One whose end is not stored yet is left for the next look.
      if (!running.has(claimed.integrationId)) begin(claimed);
    }
  };

  const repeat = async (work: () => Promise<void>, interval: number) => {
    while (!stopping.signal.aborted) {
      try {
        await work();
      } catch (error) {
        log.warn({ err: error }, 'cannot store what watched connections do');
        // Others may have taken over.
        if (Date.now() - aliveAt > ALIVE_SECONDS * 1_000) await stopAll();
      }
      await sleep(interval, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const loops = [
    repeat(look, lookInterval),
    repeat(async () => {
      const id = processId;
      if (id !== undefined) await drain(events.hinted, (keys) => storeHints(db, id, keys));
    }, HINT_INTERVAL_MS),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await stopAll();
      if (processId === undefined) return;
      await unregisterProcess(db, processId).catch((error: unknown) =>
        log.warn({ err: error }, 'cannot leave watched connections to others'),
      );
    },
  };
}

/** Stores what has happened; what happens meanwhile, or cannot be stored, is left for the next time. */
async function drain(
  events: Set<Running>,
  work: (keys: readonly IntegrationKey[]) => Promise<void>,
): Promise<void> {
  const these = [...events];
  if (these.length === 0) return;
  events.clear();
  try {
    await work(these);
  } catch (error) {
    for (const one of these) events.add(one);
    throw error;
  }
}
