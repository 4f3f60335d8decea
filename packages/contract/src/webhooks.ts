import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import {
  emptyObject,
  id,
  instant,
  needed,
  neededText,
  secretText,
  timelinePosition,
  typedText,
} from './fields.ts';
import { limits } from './limits.ts';
import {
  WEBHOOK_TEST,
  type WebhookEvent,
  webhookEventNames,
  webhookFormats,
  webhookLevels,
} from './webhook-events.ts';

const event = z.enum(webhookEventNames as [WebhookEvent, ...WebhookEvent[]]);

/** Where a workspace sends events (docs/decisions/webhooks.md). */
export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  format: z.enum(webhookFormats),
  level: z.enum(webhookLevels),
  events: z.array(event).max(webhookEventNames.length),
  createdAt: instant,
  /**
   * The owner whose rights count, who created it or enabled it last. Null if that user was deleted.
   */
  by: z.object({ id, name: z.string() }).nullable(),
  /**
   * Why nothing is sent: an owner switched it off; it failed for days; the receiver answered 410; or the one
   * whose rights count is no owner any more.
   */
  disabled: z.enum(['switched-off', 'failing', 'gone', 'no-owner']).nullable(),
  /** Since when nothing was accepted; null if the last attempt was. */
  failingSince: instant.nullable(),
  /** Deliveries that wait, 1,000 at most. */
  waiting: z.number().int(),
  /** Until when the previous secret signs too; null without one. */
  previousSecretUntil: instant.nullable(),
});
export type Webhook = z.infer<typeof webhook>;

/** One event for one webhook. */
export const webhookDelivery = z.object({
  id,
  event: z.enum([WEBHOOK_TEST, ...webhookEventNames]),
  /** `dropped`: not sent, since the one whose rights count may not see it any more. */
  state: z.enum(['waiting', 'delivered', 'failed', 'dropped']),
  createdAt: instant,
  attempts: z.number().int(),
  lastAttemptAt: instant.nullable(),
  nextAttemptAt: instant.nullable(),
  /** The HTTP status of the last attempt; null if there was no answer. */
  status: z.number().int().nullable(),
  /** Why the last attempt failed, for people. */
  problem: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const ofWorkspace = z.object({ workspaceId: id });
const ofWebhook = ofWorkspace.extend({ webhookId: id });
const events = z.array(event).max(webhookEventNames.length);
const withSecret = z.object({ webhook, secret: secretText });

/** For owners of a workspace alone. No key can call them. */
export const webhookEndpoints = defineEndpoints({
  'GET /api/workspaces/{workspaceId}/webhooks': {
    summary: 'The webhooks of a workspace, the oldest first. For its owners.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    response: z.object({ items: z.array(webhook).max(limits.webhooksPerWorkspace) }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/webhooks': {
    summary:
      'Creates a webhook: events of the workspace are sent to its address. Returns the secret that signs them, once.',
    access: 'person',
    level: 'full',
    params: ofWorkspace,
    body: z.object({
      name: neededText,
      url: neededText,
      format: z.enum(webhookFormats).default('events'),
      level: z.enum(webhookLevels).default('activity'),
      events: needed(events, []),
    }),
    response: withSecret,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED', 'RATE_LIMITED'],
  },
  'PATCH /api/workspaces/{workspaceId}/webhooks/{webhookId}': {
    summary:
      'Changes a webhook, switches it off, or enables it again. From then on the rights of the one who enabled it count; what happened meanwhile is not sent.',
    access: 'person',
    level: 'full',
    params: ofWebhook,
    body: z.object({
      name: typedText.optional(),
      url: typedText.optional(),
      level: z.enum(webhookLevels).optional(),
      events: events.optional(),
      isEnabled: z.boolean().optional(),
    }),
    response: z.object({ webhook }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'DELETE /api/workspaces/{workspaceId}/webhooks/{webhookId}': {
    summary: 'Deletes a webhook with its deliveries. What waits is not sent.',
    access: 'person',
    level: 'full',
    params: ofWebhook,
    response: emptyObject,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/secret': {
    summary:
      'Gives a webhook a new secret, which is returned once. For a day the previous one signs too.',
    access: 'person',
    level: 'full',
    params: ofWebhook,
    response: withSecret,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/test': {
    summary: 'Sends a test event, also for a webhook that is switched off.',
    access: 'person',
    level: 'full',
    params: ofWebhook,
    response: z.object({ delivery: webhookDelivery }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
  'GET /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries': {
    summary: `The deliveries of the last ${limits.webhookDeliveryDays} days, the newest first.`,
    access: 'person',
    level: 'full',
    params: ofWebhook,
    query: z.object({ before: timelinePosition.optional() }),
    response: z.object({
      items: z.array(webhookDelivery).max(limits.webhookDeliveriesListed),
      /** The value of `before` for the next page; null on the last one. */
      next: z.string().nullable(),
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  },
  'POST /api/workspaces/{workspaceId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay': {
    summary: 'Sends a delivery again, under the same id.',
    access: 'person',
    level: 'full',
    params: ofWebhook.extend({ deliveryId: id }),
    response: z.object({ delivery: webhookDelivery }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  },
});
