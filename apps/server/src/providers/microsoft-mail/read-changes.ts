import type { ChangePage, Cursor } from '#modules/integrations/provider/activity-source.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { type GraphPage, linkAfter, readGraphPage } from '../microsoft-auth/graph-page.ts';
import type { GraphSession } from '../microsoft-auth/graph-session.ts';
import { isExpiredLink, isMissing } from '../microsoft-auth/microsoft-failure.ts';
import { type ChangeCursor, type FolderState, readCursor } from './change-cursor.ts';
import type { ChangesPageSize } from './changes-page-size.ts';
import type { FolderCache } from './folder-cache.ts';
import type { MailFolders } from './mail-folders.ts';
import { ENOUGH_CHANGES, MAX_RESTARTS, OVERLAP_MS, PAGE_TARGET_MS } from './mail-limits.ts';
import { CHANGE_FIELDS, type Message, readMessage, timeIn } from './message.ts';
import type { HeadReader } from './read-heads.ts';

export interface ChangesReading {
  graph: GraphSession;
  folders: FolderCache;
  heads: HeadReader;
  pageSize: ChangesPageSize;
}

/**
 * The position from which on changes are read. Folders are read from the beginning, since Graph has no "from
 * now on".
 */
export async function readPosition({
  graph,
  folders,
}: Pick<ChangesReading, 'graph' | 'folders'>): Promise<Cursor> {
  const { read } = await folders.refresh();
  const begun = [...read].map((id) => [id, { mode: 'begun' }] as const);
  return {
    since: graph.now() - OVERLAP_MS,
    folders: Object.fromEntries(begun),
  } satisfies ChangeCursor;
}

/**
 * Reads one page of changes: of several folders if there is little in each. A message that a folder reports
 * as removed may have moved, so it is looked up.
 */
export async function readChanges(reading: ChangesReading, from: Cursor): Promise<ChangePage> {
  const cursor = readCursor(from);
  if (cursor === undefined) {
    throw new ProviderError('cursor-expired', 'The position in this mailbox is not known.');
  }
  const round =
    cursor.round === undefined
      ? beginRound(reading, cursor, await reading.folders.refresh())
      : cursor;
  const page: RoundPage = {
    cursor: {
      since: round.since,
      folders: { ...round.folders },
      round: {
        began: round.round?.began ?? reading.graph.now() - OVERLAP_MS,
        queue: [...(round.round?.queue ?? [])],
      },
    },
    changed: new Set(),
    left: new Set(),
    suspects: new Set(),
    isUncertain: false,
  };
  const end = Date.now() + PAGE_TARGET_MS;
  const { queue } = page.cursor.round;
  while (queue.length > 0 && countIds(page) < ENOUGH_CHANGES && Date.now() < end) {
    const [id = ''] = queue;
    if (await readFolderPage(reading, page, id)) queue.shift();
  }
  return finish(reading, page);
}

interface RoundPage {
  cursor: ChangeCursor & { round: NonNullable<ChangeCursor['round']> };
  /** New or changed. */
  changed: Set<string>;
  /** In a folder that is not read any more. */
  left: Set<string>;
  /** Reported as removed. */
  suspects: Set<string>;
  /** Whether messages may be gone that were not reported. */
  isUncertain: boolean;
}

const countIds = ({ changed, left, suspects }: RoundPage): number =>
  changed.size + left.size + suspects.size;

/** Compares the folders with those that are known. */
function beginRound(
  { graph }: ChangesReading,
  { since, folders }: ChangeCursor,
  { read, excluded }: MailFolders,
): ChangeCursor {
  const states: Record<string, FolderState> = {};
  for (const [id, state] of Object.entries(folders)) {
    const wasRead = state.mode !== 'left';
    if (read.has(id)) states[id] = wasRead ? state : { mode: 'new' };
    else if (excluded.has(id)) states[id] = wasRead ? { mode: 'left' } : state;
    // It may be missing in the list only; the request for it tells.
    else states[id] = state;
  }
  for (const id of read) states[id] ??= { mode: 'new' };
  return {
    since,
    folders: states,
    round: { began: graph.now() - OVERLAP_MS, queue: Object.keys(states) },
  };
}

/** @returns whether the folder is read to its end. */
async function readFolderPage(
  { graph, pageSize }: ChangesReading,
  page: RoundPage,
  id: string,
): Promise<boolean> {
  const { folders, since } = page.cursor;
  const state = folders[id];
  if (state === undefined) return true;
  let answer: GraphPage<Message>;
  try {
    const path = state.link ?? firstPath(id, state, since);
    answer = await pageSize.use(async (prefer) =>
      readGraphPage(await graph.get({ path, prefer }), readMessage),
    );
  } catch (error) {
    if (isMissing(error)) {
      delete folders[id];
      // Its messages are deleted, or have moved before.
      page.isUncertain = true;
      return true;
    }
    if (state.link === undefined || !isExpiredLink(error)) throw error;
    folders[id] = restarted(state);
    // A message may have gone since the link was made.
    page.isUncertain = true;
    return false;
  }
  for (const message of answer.items) sort(page, state, message);
  const { nextLink } = answer;
  const link = linkAfter(graph, answer);
  if (nextLink !== undefined) folders[id] = { ...state, link };
  else if (state.mode === 'left') delete folders[id];
  else folders[id] = { mode: 'known', link };
  return nextLink === undefined;
}

/** A folder whose link expired is begun again: a new one as a whole, others from the last round on. */
const restarted = ({ mode, restarts = 0 }: FolderState): FolderState => ({
  mode: mode === 'known' ? 'begun' : mode,
  restarts: restarts + 1,
});

/** After several expired links only the latest messages are requested; the nightly comparison finds the others. */
function firstPath(id: string, { restarts = 0 }: FolderState, since: number): string {
  const filter =
    restarts < MAX_RESTARTS
      ? ''
      : `&$filter=receivedDateTime ge ${new Date(since).toISOString().slice(0, 19)}Z`;
  return `/me/mailFolders/${encodeURIComponent(id)}/messages/delta?$select=${CHANGE_FIELDS}${encodeURI(filter)}`;
}

function sort(page: RoundPage, { mode }: FolderState, message: Message): void {
  const { id } = message;
  if (message['@removed'] !== undefined) {
    // In a first round nothing was there before.
    if (mode === 'known') page.suspects.add(id);
  } else if (mode === 'left') page.left.add(id);
  else if (mode !== 'begun' || isRecent(message, page.cursor.since)) page.changed.add(id);
}

/** Whether a message arrived or changed after a time. One without times is read. */
function isRecent({ receivedDateTime, lastModifiedDateTime }: Message, since: number): boolean {
  const times = [receivedDateTime, lastModifiedDateTime].flatMap((text) => timeIn(text) ?? []);
  return times.length === 0 || times.some((time) => time.getTime() >= since);
}

async function finish(
  { heads, folders }: ChangesReading,
  { cursor, changed, left, suspects, isUncertain }: RoundPage,
): Promise<ChangePage> {
  const removed = new Set([...left].filter((id) => !changed.has(id)));
  const looked = await heads.readAll([...suspects].filter((id) => !changed.has(id)));
  for (const [id, message] of looked) {
    const isThere = message?.isDraft !== true && (await folders.isRead(message?.parentFolderId));
    if (message === undefined || !isThere) removed.add(id);
  }
  const isLast = cursor.round.queue.length === 0;
  const { round, ...rest } = cursor;
  return {
    changed: [...changed],
    removed: [...removed],
    next: isLast ? { ...rest, since: round.began } : cursor,
    isLast,
    ...(isUncertain && { needsComparison: true }),
  };
}
