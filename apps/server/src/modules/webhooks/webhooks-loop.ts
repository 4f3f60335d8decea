import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#platform/context.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { createNextRun, makeDeliveries } from './making/make-deliveries.ts';
import { type DueWebhook, findDueWebhooks } from './sending/claim-deliveries.ts';
import { deliverTurn, type Sending } from './sending/deliver-turn.ts';
import { createPacer } from './sending/pacer.ts';
import { createSendMessage, type SendMessage } from './sending/send-message.ts';

/**
 * Webhooks that a process sends to at the same time, and how many of those may be ones that failed last, or
 * take long.
 */
const MAX_TURNS = 32;
const MAX_HELD_UP = 16;
/** Webhooks that are known to take long. */
const MAX_SLOW = 1_000;
/** How long one webhook is sent to while others may wait; milliseconds. */
const TURN_MS = 10_000;
/**
 * Messages that a process begins in a second. Each takes a connection and some milliseconds of the processor: without a
 * pace, one workspace's import, sent to ten addresses, occupies the process for minutes.
 */
const MAX_PER_SECOND = 50;
/** After a failure of its own the process looks again after this; milliseconds. */
const ERROR_RETRY_MS = 5_000;

export interface WebhooksLoop {
  /** Stops sending, and gives back what was not sent. */
  stop: () => Promise<void>;
}

/**
 * Makes and sends the deliveries of webhooks as long as the process runs (docs/decisions/webhooks.md).
 * Several processes share the work: each takes deliveries that no other one has. A receiver that hangs holds
 * up its own webhook alone: those that failed last never take all turns, nor do those that accept everything
 * as late as they may.
 */
export function startWebhooks(
  context: Context,
  {
    pollInterval = 1_000,
    turnMs = TURN_MS,
    perSecond = MAX_PER_SECOND,
    send = createSendMessage(context.config),
  }: { pollInterval?: number; turnMs?: number; perSecond?: number; send?: SendMessage } = {},
): WebhooksLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal, ref: false }).catch(() => {});
  const report = (error: unknown, what: string) => {
    if (!(error instanceof DatabaseUnavailableError)) context.log.error({ err: error }, what);
  };
  const repeat = async (what: string, work: () => Promise<boolean>) => {
    while (!signal.aborted) {
      const begun = performance.now();
      try {
        const isMore = await work();
        // With more to do, it leaves the database to others for as long as it took.
        await pause(isMore ? Math.min(performance.now() - begun, pollInterval) : pollInterval);
      } catch (error) {
        report(error, what);
        await pause(ERROR_RETRY_MS);
      }
    }
  };
  const next = createNextRun();
  const turns = createTurns(
    { ...context, send, turnMs, pacer: createPacer(perSecond) },
    signal,
    report,
  );
  const running = Promise.all([
    repeat('deliveries of webhooks were not made', () => makeDeliveries(context.db, next)),
    repeat('webhooks were not sent', async () => {
      await turns.start();
      return false;
    }),
  ]);
  return {
    async stop() {
      stopping.abort();
      await running;
      await turns.ended();
    },
  };
}

function createTurns(
  sending: Sending & { turnMs: number },
  stopping: AbortSignal,
  report: (error: unknown, what: string) => void,
) {
  const running = new Map<string, { isHeldUp: boolean; turn: Promise<void> }>();
  const slow = new Set<string>();
  /** The last one without failures that got a turn. */
  let last: string | undefined;
  const isHeldUp = ({ id, isFailing }: DueWebhook) => isFailing || slow.has(id);
  const hasRoom = (webhook: DueWebhook): boolean => {
    if (running.has(webhook.id) || running.size >= MAX_TURNS) return false;
    if (!isHeldUp(webhook)) return true;
    return [...running.values()].filter((one) => one.isHeldUp).length < MAX_HELD_UP;
  };
  /**
   * A turn that took all its time is that of a receiver that is slow, or has much to get: either leaves room
   * to others.
   */
  const noteTime = (id: string, isOver: boolean) => {
    slow.delete(id);
    if (isOver && slow.size < MAX_SLOW) slow.add(id);
  };
  return {
    /** Gives a turn to each webhook with something due, as far as there is room. */
    async start() {
      // One that is being sent to is among them as long as it has more, and so are those that take long.
      const due = await findDueWebhooks(sending.db, 2 * MAX_TURNS + running.size, last);
      for (const webhook of due) {
        if (stopping.aborted || !hasRoom(webhook)) continue;
        if (!webhook.isFailing) last = webhook.id;
        const until = Date.now() + sending.turnMs;
        const turn = deliverTurn(sending, webhook, { stopping, until })
          .catch((error: unknown) => report(error, 'a webhook was not sent'))
          .finally(() => {
            running.delete(webhook.id);
            noteTime(webhook.id, Date.now() >= until);
          });
        running.set(webhook.id, { isHeldUp: isHeldUp(webhook), turn });
      }
    },
    ended: async () => void (await Promise.all([...running.values()].map(({ turn }) => turn))),
  };
}
