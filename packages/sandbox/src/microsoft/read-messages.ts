import type { SandboxRequest, SandboxResponse } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { GraphAccess, GraphContext } from './graph-context.ts';
import { graphError } from './graph-error.ts';
import { itemId, readItemId } from './item-ids.ts';
import type { MailItem } from './mailbox-store.ts';
import { readMessageFilter } from './message-filter.ts';
import { messageResource } from './message-resource.ts';

const defaultPage = 10;
const maximumPage = 1_000;
/** With `nullFields`, every so many messages. */
const NULL_EVERY = 3;

/** `GET /me/messages` and `GET /me/mailFolders/{id}/messages`, newest first. */
export function listMessages(
  context: GraphContext,
  access: GraphAccess,
  request: SandboxRequest,
  folder?: string,
): SandboxResponse {
  const { query, path, headers } = request;
  const filter = readMessageFilter(query.get('$filter'));
  const order = query.get('$orderby') ?? 'receivedDateTime desc';
  if (!/^receivedDateTime desc$/i.test(order)) {
    throw graphError(400, 'ErrorInvalidUrlQuery', `The $orderby "${order}" is not supported.`);
  }
  const top = Math.min(Number(query.get('$top') ?? defaultPage), maximumPage);
  const skip = Number(query.get('$skip') ?? 0);
  const rows = context.database
    .prepare(
      `SELECT message FROM microsoft_items AS item
         JOIN messages ON messages.owner = item.owner AND messages.id = item.message
       WHERE item.owner = ? AND arrived = 1 ${filter.sql} ${folder === undefined ? '' : 'AND folder = ?'}
       ORDER BY internal_date DESC, row_id DESC LIMIT ? OFFSET ?`,
    )
    .all(access.owner, ...filter.values, ...(folder === undefined ? [] : [folder]), top + 1, skip);
  const items = rows
    .slice(0, top)
    .flatMap((row) => context.mailboxes.find(access.owner, String(row['message'])) ?? []);
  const next = new URLSearchParams(query);
  next.set('$skip', String(skip + top));
  return json({
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#messages',
    value: items.map((item) => resourceOf(context, access, item, selectOf(query))),
    ...(rows.length > top && { '@odata.nextLink': `http://${headers.host}${path}?${next}` }),
  });
}

/** `GET /me/messages/{id}` */
export function getMessage(
  context: GraphContext,
  access: GraphAccess,
  request: SandboxRequest,
): SandboxResponse {
  const item = requireItem(context, access, request.params['id']);
  return json(resourceOf(context, access, item, selectOf(request.query)));
}

/** `GET /me/messages/{id}/$value`: the message in MIME. */
export function getMime(
  context: GraphContext,
  access: GraphAccess,
  request: SandboxRequest,
): SandboxResponse {
  if (access.isBasic) throw graphError(403);
  const { message } = requireItem(context, access, request.params['id']);
  return {
    status: 200,
    bytes: context.messages.rawOf(message),
    headers: { 'content-type': 'text/plain' },
  };
}

export const selectOf = (query: URLSearchParams): string[] =>
  (query.get('$select') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** One message, with the switches that concern its fields. */
export function resourceOf(
  context: GraphContext,
  access: GraphAccess,
  item: MailItem,
  select: readonly string[],
): Record<string, unknown> {
  const { switches, messages } = context;
  const [, domain] = access.person.address.split('@');
  return messageResource(item, {
    id: itemId(item, access.isImmutable),
    raw: messages.rawOf(item.message),
    select,
    isBasic: access.isBasic,
    isDraft: messages.labelsOf(item.message).includes('DRAFT'),
    hasNulls: switches.nullFields && item.message.rowId % NULL_EVERY === 0,
    exchangeDomain: switches.exchangeAddresses ? domain : undefined,
  });
}

function requireItem(
  { mailboxes }: GraphContext,
  { owner }: GraphAccess,
  id: string | undefined,
): MailItem {
  const named = readItemId(id ?? '');
  const item = named && mailboxes.find(owner, named.message);
  if (item === undefined || (named?.moves !== undefined && named.moves !== item.moves)) {
    throw graphError(404);
  }
  return item;
}
