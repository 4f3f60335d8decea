// Without schemas, so that the web application can use it.

/** The events that a webhook can get, with an explanation for people. */
export const webhookEvents = {
  'account.created': 'An account was created or restored',
  'account.changed': 'An account or its activity changed',
  'account.deleted': 'An account was deleted, or merged into another one',
  'activity.published': 'An email, meeting or call was shared, or a shared one changed',
  'activity.withdrawn': 'A shared email, meeting or call was withdrawn',
  'contact.going-quiet': 'Someone is going quiet',
  'conversation.waiting': 'A conversation waits for an answer from the user who set up the webhook',
  'connection.needs-attention': 'The user who set up the webhook has to connect something again',
} as const;

export type WebhookEvent = keyof typeof webhookEvents;
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[];

/** The event of a test, which every webhook gets. */
export const WEBHOOK_TEST = 'webhook.test';

/** `events` after Standard Webhooks, for software; the others as a text, for people in a chat. */
export const webhookFormats = ['events', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];
/** The most that a text may show; the level full would show nothing more. */
export const webhookLevels = ['activity', 'subject'] as const;
export type WebhookLevel = (typeof webhookLevels)[number];
