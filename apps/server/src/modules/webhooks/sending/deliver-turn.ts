import type { Context } from '#platform/context.ts';
import { endWithoutOwner } from '../making/make-deliveries.ts';
import { openSecrets, type WebhookSecrets } from '../managing/webhook-secret.ts';
import {
  type Claimed,
  claimDeliveries,
  type DueWebhook,
  type SendingWebhook,
} from './claim-deliveries.ts';
import { composeMessages } from './compose-messages.ts';
import { isArchived, readAllowed } from './read-facts.ts';
import {
  dropDeliveries,
  recordOutcomes,
  releaseDeliveries,
  type Tried,
} from './record-outcomes.ts';
import { type Pacer, unpaced } from './pacer.ts';
import type { Outcome, SendMessage } from './send-message.ts';

/** Requests to one receiver at the same time, in a process. */
const CONCURRENT = 8;
/** Deliveries that are taken together: about what several webhooks can begin at their pace before it is taken again. */
const TAKEN = 25;
/**
 * After this no further request of those is begun, and the rest is taken again: by then the webhook may be
 * off, and its owner may see less. With the timeout of the last one it is less than the lease; milliseconds.
 */
const BEGUN_WITHIN_MS = 1_000;
/** Events in one text for a chat. */
const EVENTS_IN_TEXT = 20;

export type Sending = Pick<Context, 'config' | 'db' | 'jobs' | 'log' | 'secretBox'> & {
  send: SendMessage;
  pacer?: Pacer;
};

/** To a receiver that failed last, one request at a time. */
const limitOf = ({ format, failures }: SendingWebhook): number =>
  format !== 'events' ? EVENTS_IN_TEXT : failures > 0 ? 1 : TAKEN;

/**
 * Sends what is due to one webhook, a few at a time, until nothing is, it fails, or its turn ends: then
 * another one may be first.
 */
export async function deliverTurn(
  sending: Sending,
  due: DueWebhook,
  { stopping, until }: { stopping: AbortSignal; until: number },
): Promise<void> {
  while (!stopping.aborted && Date.now() < until) {
    const claimed = await claimDeliveries(sending.db, due, limitOf);
    if (claimed === undefined) return;
    await deliver(sending, claimed, stopping);
  }
}

async function deliver(
  sending: Sending,
  { webhook, deliveries }: { webhook: SendingWebhook; deliveries: readonly Claimed[] },
  stopping: AbortSignal,
): Promise<void> {
  const { db } = sending;
  const allowed = await readAllowed(db, webhook, deliveries);
  if (allowed === undefined || allowed.deliveries.length < deliveries.length) {
    const kept = new Set(allowed?.deliveries.map(({ id }) => id));
    const dropped = deliveries.filter(({ id }) => !kept.has(id));
    // No one sees what is in an archived workspace. It can come back, and its deliveries with it.
    if (await isArchived(db, webhook)) return releaseDeliveries(db, webhook, deliveries);
    await dropDeliveries(
      db,
      webhook,
      dropped.map(({ id }) => id),
    );
  }
  if (allowed === undefined) {
    await endWithoutOwner(db, webhook);
    return;
  }
  const { tried, left } = await tryAll(sending, webhook, allowed, stopping);
  await recordOutcomes(sending, webhook, tried);
  await releaseDeliveries(db, webhook, left);
}

async function tryAll(
  { config, log, secretBox, send, pacer = unpaced }: Sending,
  webhook: SendingWebhook,
  allowed: NonNullable<Awaited<ReturnType<typeof readAllowed>>>,
  stopping: AbortSignal,
): Promise<{ tried: Tried[]; left: Claimed[] }> {
  const { id, secret: bytes, secretKeyId: keyId } = webhook;
  let secrets: WebhookSecrets;
  try {
    secrets = openSecrets(secretBox, id, { bytes, keyId });
  } catch (err) {
    log.error({ err, webhookId: id }, 'the secret of a webhook could not be read');
    const outcome: Outcome = {
      status: null,
      problem: 'This server cannot read the secret. Its operator has to restore ENCRYPTION_KEYS',
    };
    return { tried: allowed.deliveries.map((delivery) => ({ delivery, outcome })), left: [] };
  }
  const messages = composeMessages(webhook, allowed, {
    secrets,
    webUrl: config.webUrl,
    now: new Date(),
  });
  const tried: Tried[] = [];
  const left: Claimed[] = [];
  const waiting = messages.values();
  const until = Date.now() + BEGUN_WITHIN_MS;
  let isFailing = false;
  const isOver = () => isFailing || stopping.aborted || Date.now() > until;
  const sendOneByOne = async () => {
    for (const { message, deliveries } of waiting) {
      if (!isOver()) {
        await pacer.wait(stopping);
        if (isOver()) pacer.giveBack();
      }
      if (isOver()) {
        left.push(...deliveries);
        continue;
      }
      try {
        const outcome = await send(message, stopping);
        isFailing ||= outcome.problem !== null;
        tried.push(...deliveries.map((delivery) => ({ delivery, outcome })));
      } catch (error) {
        if (!stopping.aborted) throw error;
        left.push(...deliveries);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, sendOneByOne));
  return { tried, left };
}
