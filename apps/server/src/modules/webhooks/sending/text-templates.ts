import type { WEBHOOK_TEST, WebhookEvent } from '@repo/contract/webhook-events';

/** The text of each event, by the level of the webhook. Names in braces are replaced (`Facts`). */
export const textTemplates: Readonly<
  Record<WebhookEvent | typeof WEBHOOK_TEST, { activity: string; subject: string }>
> = {
  'account.created': same('New account: {account}'),
  'account.changed': same('{account} changed'),
  'account.deleted': same('An account was deleted'),
  'activity.published': {
    activity: 'New {kind} with {account}',
    subject: 'New {kind} with {account}: {title}',
  },
  'activity.withdrawn': same('A shared email, meeting or call was withdrawn'),
  'contact.going-quiet': {
    activity: 'Someone at {account} is going quiet',
    subject: '{person} at {account} is going quiet',
  },
  'conversation.waiting': {
    activity: 'A conversation with {account} waits for an answer from {owner}',
    subject: 'A conversation with {account} waits for an answer from {owner}: {title}',
  },
  'connection.needs-attention': same(
    'A connection of {owner} no longer works. Connect it again under Integrations',
  ),
  'webhook.test': same('A test from {workspace}'),
};

function same(text: string) {
  return { activity: text, subject: text };
}

/** The values of the names in braces. */
export interface Facts {
  account: string;
  kind: string;
  title: string;
  person: string;
  owner: string;
  workspace: string;
}

/** Fills a template: each value is one line without links, and an empty one leaves nothing before it. */
export const fillTemplate = (template: string, facts: Facts): string =>
  template
    .replaceAll(/\{(\w+)\}/g, (_, name: keyof Facts) => plainLine(facts[name]))
    .replace(/: $/, '');

const MAX_VALUE = 200;

/**
 * Outside people write titles and names: their links are left out, and so is what turns the direction of the
 * text after it, or is not seen.
 */
function plainLine(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\b[a-z][\w+.-]*:\/\/\S+|\bwww\.\S+/giu, '(link)')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= MAX_VALUE) return line;
  // Not half of a character: a receiver may refuse the message, with the other events in it.
  return `${line
    .slice(0, MAX_VALUE)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
