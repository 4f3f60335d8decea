import type { SandboxRequest, SandboxResponse } from '../http/exchange.ts';
import { json } from '../http/exchange.ts';
import type { GraphAccess, GraphContext } from './graph-context.ts';
import { graphError } from './graph-error.ts';
import { itemId } from './item-ids.ts';
import type { MailItem } from './mailbox-store.ts';
import { readDeltaFilter } from './message-filter.ts';
import { requireFolder } from './read-folders.ts';
import { resourceOf, selectOf } from './read-messages.ts';

/** What a link of a delta query stands for. */
interface DeltaToken {
  folder: string;
  generation: number;
  select: string[];
  size: number;
  /** The earliest time of receipt; milliseconds. */
  since?: number | undefined;
  /** The change up to which the client knows the folder. */
  upTo: number;
  /** The last message of a first round that is not over. */
  after?: string | undefined;
  /** Empty pages that came already before the next one. */
  empty: number;
  /** The id of the last item of the page before. */
  last?: string | undefined;
}

const defaultPage = 10;
const maximumPage = 1_000;
/** A filtered delta query returns no more. */
const MAX_FILTERED = 5_000;
const EMPTY_PAGES = 2;

/** `GET /me/mailFolders/{id}/messages/delta` */
export function readDelta(
  context: GraphContext,
  access: GraphAccess,
  request: SandboxRequest,
): SandboxResponse {
  const token = readToken(context, access, request);
  const { mailboxes, switches } = context;
  if (mailboxes.findFolder(access.owner, token.folder) === undefined) {
    throw graphError(404, 'ErrorSyncFolderNotFound', 'The specified folder could not be found.');
  }
  if (switches.emptyPages && token.empty < EMPTY_PAGES) {
    return answer(request, [], { ...token, empty: token.empty + 1 }, true);
  }
  const page =
    token.after === undefined ? changes(context, access, token) : walk(context, access, token);
  const { values, next, isLast } = page;
  const last = values.at(-1);
  const repeated =
    switches.repeatedItems && last !== undefined
      ? [
          ...(token.last === undefined ? [] : again(context, access, token)),
          ...values,
          ...values.slice(0, 1),
        ]
      : values;
  const lastId = typeof last?.['id'] === 'string' ? last['id'] : undefined;
  return answer(request, repeated, { ...next, empty: 0, last: lastId }, !isLast);
}

interface DeltaPage {
  values: Record<string, unknown>[];
  next: DeltaToken;
  isLast: boolean;
}

/** A page of the first round: what is in the folder. */
function walk(context: GraphContext, access: GraphAccess, token: DeltaToken): DeltaPage {
  const { folder, size, select, since, after = '' } = token;
  const all = context.mailboxes.itemsAfter(access.owner, folder, after, size + 1);
  const items = all.slice(0, Math.min(size, MAX_FILTERED));
  const shown = items.filter(({ message }) => since === undefined || message.internalDate >= since);
  const isLast = all.length <= size;
  return {
    values: shown.map((item) => resourceOf(context, access, item, select)),
    next: { ...token, after: isLast ? undefined : items.at(-1)?.message.id },
    isLast,
  };
}

/** A page of later rounds: what changed. */
function changes(context: GraphContext, access: GraphAccess, token: DeltaToken): DeltaPage {
  const { mailboxes, switches, every } = context;
  const { folder, size, select, since, upTo } = token;
  const all = mailboxes.changesAfter(access.owner, folder, upTo, size + 1);
  const late = switches.lateAdditions
    ? all.findIndex(({ message, seq }) => isLate(context, access, { folder, message, seq }))
    : -1;
  const known = late === -1 ? all : all.slice(0, late);
  const page = known.slice(0, size);
  const values = page.flatMap(({ message, times }) => {
    const item = mailboxes.find(access.owner, message);
    const isLost = switches.lostRoundTrips && times > 1 && (item?.moves ?? 0) > 1;
    if (item === undefined || item.folder !== folder || isLost) {
      return [removal(removedId(item, message, access.isImmutable), 'deleted')];
    }
    if (since !== undefined && item.message.internalDate < since) {
      return [removal(itemId(item, access.isImmutable), 'changed')];
    }
    return [resourceOf(context, access, item, select)];
  });
  if (switches.foreignRemovals && every.isNext('foreign', 2)) {
    values.unshift(removal(`AAkALg${Buffer.from('elsewhere').toString('base64url')}`, 'deleted'));
  }
  return {
    values,
    next: { ...token, upTo: page.at(-1)?.seq ?? upTo },
    isLast: known.length <= size,
  };
}

const announced = new Set<string>();

/** Whether an addition is held back: each is once. */
function isLate(
  { mailboxes }: GraphContext,
  { owner }: GraphAccess,
  { folder, message, seq }: { folder: string; message: string; seq: number },
): boolean {
  const item = mailboxes.find(owner, message);
  if (item === undefined || item.folder !== folder || item.moves === 0) return false;
  const name = `${owner}:${folder}:${seq}`;
  const isFirst = !announced.has(name);
  announced.add(name);
  return isFirst;
}

const removal = (id: string, reason: string) => ({ id, '@removed': { reason } });

/** Without immutable ids, the item that left had the id from before the move. */
function removedId(item: MailItem | undefined, message: string, isImmutable: boolean): string {
  if (item !== undefined) {
    return itemId(
      isImmutable ? item : { ...item, moves: Math.max(0, item.moves - 1) },
      isImmutable,
    );
  }
  const text = Buffer.from(isImmutable ? message : `${message}:0`).toString('base64url');
  return `${isImmutable ? 'AAkALg' : 'AAMkAD'}${text}`;
}

/** The last item of the page before, as it is now. */
function again(context: GraphContext, access: GraphAccess, token: DeltaToken) {
  const items = context.mailboxes.itemsAfter(access.owner, token.folder, '', -1);
  const item = items.find((one) => itemId(one, access.isImmutable) === token.last);
  return item === undefined ? [] : [resourceOf(context, access, item, token.select)];
}

function readToken(
  context: GraphContext,
  access: GraphAccess,
  { query, headers, params }: SandboxRequest,
): DeltaToken {
  const { mailboxes, switches, every } = context;
  const given = query.get('$skiptoken') ?? query.get('$deltatoken');
  const [, id] = /^mailFolders\('(.*)'\)$/.exec(params['folder'] ?? '') ?? [];
  if (given === null) {
    const folder = requireFolder(context, access.owner, id ?? params['id']);
    const [, size] = /odata\.maxpagesize=(\d+)/.exec(String(headers['prefer'] ?? '')) ?? [];
    return {
      folder: folder.id,
      generation: mailboxes.generation(access.owner),
      select: selectOf(query),
      size: Math.min(Number(size ?? query.get('$top') ?? defaultPage), maximumPage),
      since: readDeltaFilter(query.get('$filter')),
      upTo: mailboxes.lastChange(),
      after: '',
      empty: 0,
    };
  }
  const token = JSON.parse(Buffer.from(given, 'base64url').toString()) as DeltaToken;
  const isDead = every.isNext('dead', switches.deadLinks);
  if (isDead || token.generation !== mailboxes.generation(access.owner)) throw graphError(410);
  return token;
}

function answer(
  { headers }: SandboxRequest,
  value: Record<string, unknown>[],
  token: DeltaToken,
  hasNext: boolean,
): SandboxResponse {
  const text = Buffer.from(JSON.stringify(token)).toString('base64url');
  const path = `http://${headers.host}/v1.0/me/mailFolders('${encodeURIComponent(token.folder)}')/messages/delta`;
  return json({
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#Collection(message)',
    value,
    ...(hasNext
      ? { '@odata.nextLink': `${path}?$skiptoken=${text}` }
      : { '@odata.deltaLink': `${path}?$deltatoken=${text}` }),
  });
}
