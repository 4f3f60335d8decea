import type { SandboxResponse, SandboxRequest } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import { googleError } from '../google/google-error.ts';
import { readCount } from '../google/read-count.ts';
import type { BearerAccess } from '../google-oauth/require-access.ts';
import type { GmailContext } from './gmail-context.ts';
import { openMailbox, requireBodies } from './gmail-context.ts';
import { listMessages } from './message-list.ts';
import type { MessageFormat } from './message-resource.ts';
import { attachmentResource, messageFormats, messageResource } from './message-resource.ts';
import type { StoredMessage } from './message-store.ts';
import { compileQuery, mentionedLabels } from './search/compile-query.ts';
import { parseQuery } from './search/parse-query.ts';

/** Gmail's page sizes for `messages.list`. */
const defaultPage = 100;
const largestPage = 500;

/** `messages.list` */
export function list(context: GmailContext, request: SandboxRequest): SandboxResponse {
  const access = openMailbox(context, request, 'messages.list');
  const q = request.query.get('q')?.trim() ?? '';
  if (q !== '') {
    requireBodies(access, "Metadata scope does not support 'q' parameter");
  }
  const query = parseQuery(q);
  const labels = request.query.getAll('labelIds');
  const shown = new Set([...labels.map((label) => label.toUpperCase()), ...mentionedLabels(query)]);
  const hidden = request.query.get('includeSpamTrash') === 'true' ? [] : ['SPAM', 'TRASH'];
  const limit = readCount(request, 'maxResults', defaultPage, largestPage);
  const found = listMessages(
    context.database,
    {
      owner: access.owner,
      labels,
      hiddenLabels: hidden.filter((label) => !shown.has(label)),
      search: compileQuery(query, { owner: access.person, now: context.now() }),
      // A list contains new emails at once; a search finds only what is indexed already.
      unsearchable: q === '' ? [] : context.searchLag.hidden(),
    },
    limit + 1,
    request.query.get('pageToken') || undefined,
  );
  if (found === undefined) {
    throw googleError(400, 'invalidArgument', 'Invalid pageToken');
  }
  const page = found.page.slice(0, limit);
  const last = found.page.length > limit ? page.at(-1) : undefined;
  return json({
    ...(page.length === 0 ? {} : { messages: page.map(({ id, threadId }) => ({ id, threadId })) }),
    ...(last === undefined ? {} : { nextPageToken: last.cursor }),
    resultSizeEstimate: found.total,
  });
}

/** `messages.get` */
export function get(context: GmailContext, request: SandboxRequest): SandboxResponse {
  const access = openMailbox(context, request, 'messages.get');
  return json(
    resource(context, access, request, findMessage(context, access, request.params['id'])),
  );
}

/** `messages.attachments.get` */
export function getAttachment(context: GmailContext, request: SandboxRequest): SandboxResponse {
  const access = openMailbox(context, request, 'messages.attachments.get');
  requireBodies(access, "Metadata scope doesn't allow attachments");
  const message = findMessage(context, access, request.params['id']);
  const attachment = attachmentResource(
    context.messages.rawOf(message),
    request.params['attachment'] ?? '',
  );
  if (attachment === undefined) {
    throw googleError(404);
  }
  return json(attachment);
}

/** `threads.get` */
export function getThread(context: GmailContext, request: SandboxRequest): SandboxResponse {
  const access = openMailbox(context, request, 'threads.get');
  const threadId = request.params['id'] ?? '';
  const messages = context.messages.ofThread(access.owner, threadId);
  if (messages.length === 0) {
    throw googleError(404);
  }
  return json({
    id: threadId,
    historyId: String(Math.max(...messages.map(({ historyId }) => historyId))),
    messages: messages.map((message) => resource(context, access, request, message)),
  });
}

function resource(
  { messages }: GmailContext,
  access: BearerAccess,
  request: SandboxRequest,
  message: StoredMessage,
): Record<string, unknown> {
  const format = readFormat(request);
  if (format === 'full' || format === 'raw') {
    requireBodies(access, `Metadata scope doesn't allow format ${format.toUpperCase()}`);
  }
  return messageResource(
    { ...message, labelIds: messages.labelsOf(message), raw: messages.rawOf(message) },
    format,
    request.query.getAll('metadataHeaders'),
  );
}

function findMessage(
  { messages }: GmailContext,
  { owner }: BearerAccess,
  id: string | undefined,
): StoredMessage {
  const message = messages.find(owner, id ?? '');
  if (message === undefined) {
    throw googleError(404);
  }
  return message;
}

function readFormat({ query }: SandboxRequest): MessageFormat {
  const text = (query.get('format') ?? 'full').toLowerCase();
  const format = messageFormats.find((known) => known === text);
  if (format === undefined) {
    throw googleError(400, 'invalidArgument', `Invalid value at 'format': "${text}"`);
  }
  return format;
}
