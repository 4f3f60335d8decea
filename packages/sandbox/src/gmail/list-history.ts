import type { SandboxResponse, SandboxRequest } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import { googleError } from '../google/google-error.ts';
import { readCount } from '../google/read-count.ts';
import type { GmailContext } from './gmail-context.ts';
import { openMailbox } from './gmail-context.ts';
import type { HistoryRecord } from './history-store.ts';
import { historyTypes } from './history-store.ts';

/** Gmail's page sizes for `history.list`. */
const defaultPage = 100;
const largestPage = 500;

/** `history.list`: what happened after `startHistoryId`; 404 when that is too old, or never was. */
export function listHistory(context: GmailContext, request: SandboxRequest): SandboxResponse {
  const { owner } = openMailbox(context, request, 'history.list');
  const { query } = request;
  const start = readHistoryId(query.get('startHistoryId'));
  if (!context.history.isKnown(owner, start)) {
    throw googleError(404);
  }
  // A page token is the history id that the page before ended with.
  const pageToken = query.get('pageToken');
  const after = pageToken ? readHistoryId(pageToken) : start;
  const wanted = query.getAll('historyTypes');
  const unknown = wanted.find((type) => !historyTypes.some((known) => known === type));
  if (unknown !== undefined) {
    throw googleError(400, 'invalidArgument', `Invalid value at 'historyTypes': "${unknown}"`);
  }
  const types =
    wanted.length === 0 ? historyTypes : historyTypes.filter((type) => wanted.includes(type));
  const limit = readCount(request, 'maxResults', defaultPage, largestPage);
  const records = context.history.after(owner, after, types, limit + 1);
  const page = records.slice(0, limit);
  const labelId = query.get('labelId');
  const shown = page.filter((record) => !labelId || record.messageLabels.includes(labelId));
  const last = records.length > limit ? page.at(-1) : undefined;
  return json({
    ...(shown.length === 0 ? {} : { history: shown.map(recordResource) }),
    ...(last === undefined ? {} : { nextPageToken: String(last.historyId) }),
    historyId: String(context.history.current(owner)),
  });
}

function recordResource(record: HistoryRecord): Record<string, unknown> {
  const { historyId, type, messageId: id, threadId, messageLabels, changedLabels } = record;
  const message = { id, threadId, labelIds: messageLabels };
  const base = { id: String(historyId), messages: [{ id, threadId }] };
  switch (type) {
    case 'messageAdded':
      return { ...base, messagesAdded: [{ message }] };
    case 'messageDeleted':
      return { ...base, messagesDeleted: [{ message }] };
    case 'labelAdded':
      return { ...base, labelsAdded: [{ message, labelIds: changedLabels }] };
    case 'labelRemoved':
      return { ...base, labelsRemoved: [{ message, labelIds: changedLabels }] };
  }
}

function readHistoryId(text: string | null): number {
  if (text === null || !/^\d{1,15}$/.test(text)) {
    throw googleError(400, 'invalidArgument', `Invalid history id: "${text ?? ''}"`);
  }
  return Number(text);
}
