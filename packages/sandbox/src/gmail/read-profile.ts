import type { SandboxResponse, SandboxRequest } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { GmailContext } from './gmail-context.ts';
import { openMailbox } from './gmail-context.ts';
import { systemLabels } from './labels.ts';

/** `getProfile` */
export function getProfile(context: GmailContext, request: SandboxRequest): SandboxResponse {
  const { owner, person } = openMailbox(context, request, 'getProfile');
  const { messages, threads } = context.messages.counts(owner);
  return json({
    emailAddress: person.address,
    messagesTotal: messages,
    threadsTotal: threads,
    historyId: String(context.history.current(owner)),
  });
}

/** `labels.list` */
export function listLabels(context: GmailContext, request: SandboxRequest): SandboxResponse {
  const { owner } = openMailbox(context, request, 'labels.list');
  const own = context.messages
    .labelsInUse(owner)
    .filter((label) => !systemLabels.some((known) => known === label));
  return json({
    labels: [
      ...systemLabels.map((id) => ({ id, name: id, type: 'system' })),
      ...own.map((id) => ({ id, name: id, type: 'user' })),
    ],
  });
}
