import type { StandIn } from '../http/exchange.ts';
import { controlError, json, readJsonObject } from '../http/exchange.ts';
import type { Owner } from '../owners/owner-store.ts';
import { requireOwner } from '../owners/require-owner.ts';
import { inTransaction } from '../storage/transaction.ts';
import { deliverMail } from './file-mail.ts';
import type { GmailContext } from './gmail-context.ts';
import { listMessages } from './message-list.ts';
import type { StoredMessage } from './message-store.ts';
import { mailboxStates } from './mailboxes.ts';

/** A week. */
const maxLagSeconds = 7 * 24 * 3_600;

/** `/sandbox/gmail`: what happens to a mailbox from outside, so that a test can make it happen. */
export function gmailControl(context: GmailContext): StandIn {
  const { database, owners, messages, history, gmailMeter, searchLag, now } = context;
  return {
    routes: [
      {
        method: 'GET',
        path: '/sandbox/mailboxes',
        handle: () => {
          messages.deliverDue(now());
          return json({ mailboxes: mailboxStates(context) });
        },
      },
      {
        method: 'GET',
        path: '/sandbox/gmail/:address/messages',
        handle: (request) =>
          json({ messages: everyMessage(context, requireOwner(owners, request)) }),
      },
      {
        method: 'POST',
        path: '/sandbox/gmail/:address/messages',
        handle: (request) => {
          const owner = requireOwner(owners, request);
          const id = inTransaction(database, () =>
            deliverMail(messages, owner, request.body, now()),
          );
          return json(messageState(context, requireMessage(context, owner, id)), 201);
        },
      },
      {
        method: 'DELETE',
        path: '/sandbox/gmail/:address/messages/:id',
        handle: (request) => {
          const owner = requireOwner(owners, request);
          const message = requireMessage(context, owner, request.params['id']);
          inTransaction(database, () => messages.delete(owner.id, message));
          return json({ historyId: String(history.current(owner.id)) });
        },
      },
      {
        method: 'POST',
        path: '/sandbox/gmail/:address/messages/:id/labels',
        handle: (request) => {
          const owner = requireOwner(owners, request);
          const message = requireMessage(context, owner, request.params['id']);
          const body = readJsonObject(request);
          const [add, remove] = [readLabels(body, 'add'), readLabels(body, 'remove')];
          inTransaction(database, () => messages.relabel(owner.id, message, add, remove));
          return json(messageState(context, message));
        },
      },
      {
        method: 'POST',
        path: '/sandbox/gmail/:address/expire-history',
        handle: (request) =>
          json({ historyId: String(history.expire(requireOwner(owners, request).id)) }),
      },
      {
        method: 'GET',
        path: '/sandbox/gmail/:address/requests',
        handle: (request) => json({ methods: gmailMeter.counts(requireOwner(owners, request).id) }),
      },
      {
        method: 'DELETE',
        path: '/sandbox/gmail/:address/requests',
        handle: (request) => {
          gmailMeter.reset(requireOwner(owners, request).id);
          return json({ methods: {} });
        },
      },
      {
        method: 'POST',
        path: '/sandbox/gmail/search-lag',
        handle: (request) => {
          const { seconds } = readJsonObject(request);
          if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= maxLagSeconds)) {
            throw controlError(400, `"seconds" must be a number from 0 to ${maxLagSeconds}.`);
          }
          searchLag.set(seconds * 1_000);
          return json({ seconds });
        },
      },
    ],
  };
}

/** The whole mailbox, spam and trash included, newest first: what a test compares with. */
function everyMessage(context: GmailContext, owner: Owner): Record<string, unknown>[] {
  context.messages.deliverDue(context.now());
  const selection = { owner: owner.id, labels: [], hiddenLabels: [], search: undefined };
  const listed = listMessages(context.database, selection, -1, undefined)?.page ?? [];
  return listed.map(({ id }) => messageState(context, requireMessage(context, owner, id)));
}

function messageState({ messages }: GmailContext, message: StoredMessage): Record<string, unknown> {
  const { id, threadId, rfcMessageId, internalDate } = message;
  return {
    id,
    threadId,
    messageId: rfcMessageId ?? null,
    internalDate,
    labelIds: messages.labelsOf(message),
  };
}

function requireMessage(
  { messages }: GmailContext,
  owner: Owner,
  id: string | undefined,
): StoredMessage {
  const message = messages.find(owner.id, id ?? '');
  if (message === undefined) {
    throw controlError(404, `The mailbox of ${owner.address} has no message ${id}.`);
  }
  return message;
}

function readLabels(body: Record<string, unknown>, name: string): string[] {
  const labels = body[name] ?? [];
  if (
    !Array.isArray(labels) ||
    !labels.every((label) => typeof label === 'string' && label !== '')
  ) {
    throw controlError(400, `"${name}" must be a list of labels.`);
  }
  return labels as string[];
}
