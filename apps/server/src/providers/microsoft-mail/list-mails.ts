import { createDomainMatcher } from '@repo/domain/domains/match-domains';
import type { ListPage, Window } from '#modules/integrations/provider/activity-source.ts';
import { readGraphPage } from '../microsoft-auth/graph-page.ts';
import type { GraphSession } from '../microsoft-auth/graph-session.ts';
import type { FolderCache } from './folder-cache.ts';
import { LIST_PAGE_SIZE } from './mail-limits.ts';
import { headParticipants, mapHead } from './map-head.ts';
import { HEAD_FIELDS, type Message, readMessage } from './message.ts';
import type { HeadReader } from './read-heads.ts';

/**
 * A position in a listing, newest first: the time of the last message, and how many of that time were listed. Unlike
 * a number of messages to skip, it does not shift when messages come and go.
 */
interface Position {
  before: string;
  skip: number;
}

export interface Listing {
  graph: GraphSession;
  folders: FolderCache;
  heads: HeadReader;
}

/** Lists the messages of a window in all folders, newest first. */
export async function listMails(
  { graph, folders, heads }: Listing,
  window: Window,
  pageToken: string | undefined,
): Promise<ListPage> {
  const position = readPageToken(pageToken);
  const answer = await graph.get({ path: listPath(window, position) });
  const { items: messages } = readGraphPage(answer, readMessage);
  const isWanted = wantedIn(window);
  const wanted: Message[] = [];
  for (const message of messages) {
    if (message.isDraft === true || !isWanted(message)) continue;
    if (await folders.isRead(message.parentFolderId)) wanted.push(message);
  }
  heads.keep(wanted);
  return {
    ids: wanted.map(({ id }) => id),
    nextPageToken: nextToken(messages, position),
    total: undefined,
  };
}

function listPath({ since, until }: Window, position: Position | undefined): string {
  const conditions = [`receivedDateTime ge ${toSecond(since)}`];
  if (until !== undefined) conditions.push(`receivedDateTime lt ${toSecond(roundedUp(until))}`);
  if (position !== undefined) conditions.push(`receivedDateTime le ${position.before}`);
  const query = [
    `$filter=${encodeURIComponent(conditions.join(' and '))}`,
    '$orderby=receivedDateTime%20desc',
    `$select=${HEAD_FIELDS}`,
    `$top=${LIST_PAGE_SIZE}`,
    ...(position === undefined || position.skip === 0 ? [] : [`$skip=${position.skip}`]),
  ];
  return `/me/messages?${query.join('&')}`;
}

const toSecond = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;
const roundedUp = (time: Date): Date => new Date(Math.ceil(time.getTime() / 1_000) * 1_000);

/** A message whose fields do not say who took part is listed, too. */
function wantedIn({ domains }: Window): (message: Message) => boolean {
  const matches = domains && createDomainMatcher(domains);
  return (message) => {
    if (matches === undefined || mapHead(message) === undefined) return true;
    const { participants, bcc, further } = headParticipants(message);
    const addresses = [...participants, ...bcc].map(({ email }) => email);
    return [...addresses, ...further].some((email) => matches(email).length > 0);
  };
}

/** @returns undefined after the last page, which is empty or shorter than others. */
function nextToken(
  messages: readonly Message[],
  position: Position | undefined,
): string | undefined {
  const last = messages.at(-1)?.receivedDateTime;
  if (last == null || !timeForm.test(last)) return undefined;
  const same = messages.filter(({ receivedDateTime }) => receivedDateTime === last).length;
  const earlier = position?.before === last ? position.skip : 0;
  return `${last}|${earlier + same}`;
}

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,7})?Z$/;

/** @returns the beginning for a text that is not a page token. */
function readPageToken(text: string | undefined): Position | undefined {
  const [before = '', skip = ''] = text?.split('|') ?? [];
  return timeForm.test(before) && /^\d{1,6}$/.test(skip)
    ? { before, skip: Number(skip) }
    : undefined;
}
