import { levelOfNumber, showsAt } from '@repo/domain/sharing/share-level';
import { signaturesOf, type WebhookSecrets } from '../managing/webhook-secret.ts';
import { chatBodies } from './chat-bodies.ts';
import type { SendingWebhook } from './claim-deliveries.ts';
import type { Allowed, AllowedDelivery } from './read-facts.ts';
import type { Message } from './send-message.ts';
import { fillTemplate, textTemplates } from './text-templates.ts';

/** A request, and the deliveries that it contains. */
export interface Composed {
  message: Message;
  deliveries: readonly AllowedDelivery[];
}

/**
 * Writes what is sent: each event as a message of its own after Standard Webhooks, with nothing but ids; for
 * a chat one text for all of them, so that a thousand shared emails are no thousand messages.
 */
export function composeMessages(
  webhook: SendingWebhook,
  { path, deliveries }: Allowed,
  { secrets, webUrl, now }: { secrets: WebhookSecrets; webUrl: string; now: Date },
): Composed[] {
  const compose = (body: object, contained: readonly AllowedDelivery[]): Composed => ({
    message: signed(webhook, { id: contained[0]?.id ?? '', body, secrets, now }),
    deliveries: contained,
  });
  if (webhook.format === 'events') {
    return deliveries.map((one) =>
      compose(
        {
          type: one.event,
          timestamp: one.createdAt.toISOString(),
          data: { workspaceId: webhook.workspaceId, ...one.subject },
        },
        [one],
      ),
    );
  }
  if (deliveries.length === 0) return [];
  const level = showsAt(levelOfNumber(webhook.level), 'subject') ? 'subject' : 'activity';
  const lines = deliveries.map(({ event, facts }) =>
    fillTemplate(textTemplates[event][level], facts),
  );
  const body = chatBodies[webhook.format]({ lines, url: `${webUrl}${path}` });
  return [compose(body, deliveries)];
}

function signed(
  { url, previousSecretUntil }: SendingWebhook,
  {
    id,
    body,
    secrets: { current, previous },
    now,
  }: { id: string; body: object; secrets: WebhookSecrets; now: Date },
): Message {
  const text = JSON.stringify(body);
  const messageId = `msg_${id}`;
  const timestamp = Math.floor(now.getTime() / 1_000);
  const isPreviousValid =
    previous !== undefined && previousSecretUntil !== null && previousSecretUntil > now;
  return {
    url,
    body: text,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'account-tracker-webhooks',
      'webhook-id': messageId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signaturesOf(
        { id: messageId, timestamp, body: text },
        isPreviousValid ? [current, previous] : [current],
      ),
    },
  };
}
