import type { ImapFlow } from 'imapflow';
import { z } from 'zod';
import type { ChangePage, Cursor } from '../../modules/integrations/provider/activity-source.ts';
import type { FolderContents } from '../../modules/integrations/provider/item-location.ts';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
import {
  openFolder,
  type OpenFolder,
  requireMailCount,
  searchUids,
  stillThere,
} from './imap-commands.ts';
import { PAGE_SIZE, PAGE_TARGET_MS } from './imap-limits.ts';
import type { MailRow } from './mail-row.ts';
import { type FolderStatus, readFolders } from './read-folders.ts';
import { readRows } from './read-rows.ts';
import { Renewals, renewedState } from './renewals.ts';
import { unreadableMail } from './unreadable-mail.ts';
import {
  countUids,
  joinRanges,
  rangesWithout,
  readRanges,
  toRanges,
  uidsOutside,
  writeRanges,
} from './uid-ranges.ts';

/** The last known state of a folder. `known`: the UIDs of emails that were read, as ranges. */
const folderState = z.object({
  path: z.string(),
  validity: z.number(),
  uidNext: z.number().optional(),
  known: z.string(),
  /** UIDs that the server lists and does not return, as ranges; retried in each round. */
  unreadable: z.string().optional(),
});
const cursorState = z.object({
  folders: z.array(folderState),
  /**
   * The page number within a round. A page may do nothing but open a slow folder, leaving the rest
   * of the state unchanged.
   */
  page: z.number().optional(),
  renewed: renewedState.optional(),
});
type FolderState = z.infer<typeof folderState>;

/** Maximum number of checks in a round whether missing emails have only moved. */
const MAX_LOOKS = 3;

/** A folder whose emails are being read. */
interface OpenedFolder extends OpenFolder {
  /** Ascending; read from the end. */
  unread: number[];
  /** The UIDs in the folder. */
  contents: number[];
  /** UIDs that could not be read, for the next round. */
  unreadable: Set<number>;
  /** UIDs that could not be read in the previous round. */
  expected: ReadonlySet<number>;
}

/** A round of changes: one comparison of all folders, over several pages. */
interface Round {
  states: Map<string, FolderState>;
  folders: FolderStatus[];
  queue: FolderStatus[];
  current: OpenedFolder | undefined;
  done: Map<string, OpenedFolder>;
  hasGone: boolean;
  renewals: Renewals;
  looks: number;
  page: number;
  /** The cursor of the next page; any other cursor starts a new round. */
  next: Cursor | undefined;
}

export interface ChangesReader {
  position: (client: ImapFlow) => Promise<Cursor>;
  /** @throws ProviderError `cursor-expired` for a cursor that cannot be read. */
  changes: (client: ImapFlow, cursor: Cursor) => Promise<ChangePage>;
}

/**
 * Finds new and removed emails without extensions that only some servers support: within one
 * UIDVALIDITY, a folder with the same UIDNEXT and the same count has the same contents. All others
 * are compared UID by UID.
 *
 * The emails that were read are stored page by page; missing emails only count as removed at the
 * end of a round, when every folder that they may have moved to has been read.
 *
 * @param remember called with each row that was read.
 */
export function createChangesReader(
  source: string,
  remember: (rows: readonly MailRow[]) => void,
): ChangesReader {
  let round: Round | undefined;

  return {
    position: async (client) => {
      const states: FolderState[] = [];
      let mails = 0;
      for (const { path } of await readFolders(client)) {
        const { validity, uidNext } = await openFolder(client, path);
        const uids = await searchUids(client, { all: true });
        mails += uids.length;
        requireMailCount(mails);
        const known = writeRanges(toRanges(uids));
        states.push({ path, validity, ...(uidNext !== undefined && { uidNext }), known });
      }
      return { folders: states };
    },

    changes: async (client, cursor) => {
      const current =
        round !== undefined && round.next === cursor ? round : await beginRound(client, cursor);
      // A page that fails is read again from its cursor.
      round = undefined;
      const page = await readPage(client, source, current);
      remember(page.rows);
      current.next = page.next;
      round = page.isLast ? undefined : current;
      const items = page.rows.filter(({ isDraft }) => !isDraft);
      return {
        changed: [...new Set(items.map(({ location }) => location.id))],
        removed: [],
        next: page.next,
        isLast: page.isLast,
        locations: [...items, ...page.unreadable].map(({ location }) => location),
        unreadable: page.unreadable.map(({ item }) => item),
        ...(page.contents !== undefined && { contents: page.contents }),
      };
    },
  };
}

async function beginRound(client: ImapFlow, cursor: Cursor): Promise<Round> {
  const parsed = cursorState.safeParse(cursor);
  if (!parsed.success) {
    throw new ProviderError('cursor-expired', 'What was known of the mailbox cannot be read.');
  }
  const states = new Map(parsed.data.folders.map((state) => [state.path, state]));
  const folders = await readFolders(client);
  const queue = folders.filter((folder) => hasChanged(folder, states.get(folder.path)));
  const listed = new Set(folders.map(({ path }) => path));
  const gone = [...states.values()].filter(({ path }) => !listed.has(path));
  const renewals = new Renewals(parsed.data.renewed, countKnown(states.values()));
  renewals.lose(countKnown(gone));
  return {
    states,
    folders,
    queue,
    current: undefined,
    done: new Map(),
    hasGone: gone.length > 0,
    renewals,
    looks: 0,
    page: parsed.data.page ?? 0,
    next: undefined,
  };
}

const countKnown = (states: Iterable<FolderState>): number =>
  [...states].reduce((sum, { known }) => sum + countUids(readRanges(known)), 0);

const hasChanged = (now: FolderStatus, before: FolderState | undefined): boolean =>
  before === undefined ||
  // They may have become readable, or have been deleted.
  before.unreadable !== undefined ||
  now.validity !== before.validity ||
  now.uidNext === undefined ||
  now.uidNext !== before.uidNext ||
  now.count !== countUids(readRanges(before.known));

interface PageMails {
  rows: MailRow[];
  unreadable: ReturnType<typeof unreadableMail>[];
}

interface RoundPage extends PageMails {
  next: Cursor;
  isLast: boolean;
  contents?: FolderContents;
}

async function readPage(client: ImapFlow, source: string, round: Round): Promise<RoundPage> {
  const end = Date.now() + PAGE_TARGET_MS;
  round.page += 1;
  const mails: PageMails = { rows: [], unreadable: [] };
  while (mails.rows.length + mails.unreadable.length < PAGE_SIZE && Date.now() < end) {
    round.current ??= await openNext(client, round);
    if (round.current === undefined) {
      if (await isComplete(client, round)) return lastPage(round, mails);
      continue;
    }
    await readSome(client, source, { round, folder: round.current, mails });
  }
  return { ...mails, next: toCursor(round), isLast: false };
}

async function readSome(
  client: ImapFlow,
  source: string,
  { round, folder, mails }: { round: Round; folder: OpenedFolder; mails: PageMails },
): Promise<void> {
  const page = folder.unread.splice(-PAGE_SIZE);
  if (page.length > 0) {
    // A listing may have opened another folder between two pages.
    if (!isOpen(client, folder)) await reopen(client, folder);
    const read = await readRows(client, source, folder, page, folder.expected);
    mails.rows.push(...read.rows.sort((a, b) => b.location.uid - a.location.uid));
    for (const uid of read.unreadable) {
      folder.unreadable.add(uid);
      mails.unreadable.push(unreadableMail(source, folder, uid));
    }
    know(
      round,
      folder,
      page.filter((uid) => !folder.unreadable.has(uid)),
    );
  }
  if (folder.unread.length > 0) return;
  round.done.set(folder.path, folder);
  round.current = undefined;
}

const isOpen = (client: ImapFlow, { path, validity }: OpenFolder): boolean =>
  client.mailbox !== false &&
  client.mailbox.path === path &&
  Number(client.mailbox.uidValidity) === validity;

async function reopen(client: ImapFlow, folder: OpenedFolder): Promise<void> {
  const { validity } = await openFolder(client, folder.path);
  if (validity === folder.validity) return;
  throw new ProviderError('temporary', 'A folder was replaced while it was read.');
}

/** Opens the next folder that changed and determines what is new in it. */
async function openNext(client: ImapFlow, round: Round): Promise<OpenedFolder | undefined> {
  const status = round.queue.shift();
  if (status === undefined) return undefined;
  const opened = await openFolder(client, status.path);
  const found = await searchUids(client, { all: true });
  const before = round.states.get(status.path);
  const known = before?.validity === opened.validity ? readRanges(before.known) : [];
  const missing = rangesWithout(known, found);
  // An email that is missing in a search does not yet count as deleted.
  const kept = missing.length === 0 ? [] : await stillThere(client, missing);
  const contents = kept.length === 0 ? found : [...found, ...kept].sort((a, b) => a - b);
  requireMailCount(
    [...round.done.values()].reduce(
      (sum, { contents: uids }) => sum + uids.length,
      contents.length,
    ),
  );
  const hasOther = before !== undefined && before.validity !== opened.validity;
  if (hasOther) round.renewals.lose(countKnown([before]));
  if (hasOther || before === undefined) round.renewals.find(contents.length);
  if (hasOther || missing.length > kept.length) round.hasGone = true;
  if (known.length === 0) know(round, opened, []);
  const failed = before?.validity === opened.validity ? readRanges(before.unreadable ?? '') : [];
  return {
    ...opened,
    unread: uidsOutside(contents, known),
    contents,
    unreadable: new Set(),
    expected: new Set(
      contents.filter((uid) => failed.some(([from, to]) => from <= uid && uid <= to)),
    ),
  };
}

/**
 * Stores that emails of a folder were read. UIDNEXT is not stored, so that the folder is compared
 * again.
 */
function know(round: Round, { path, validity }: OpenFolder, uids: readonly number[]): void {
  const before = round.states.get(path);
  const ranges = before?.validity === validity ? readRanges(before.known) : [];
  const unreadable = before?.validity === validity ? before.unreadable : undefined;
  round.states.set(path, {
    path,
    validity,
    known: writeRanges(joinRanges(ranges, uids)),
    ...(unreadable !== undefined && { unreadable }),
  });
}

/**
 * Whether every folder has been read. If emails are missing, the folders are listed again, to find
 * an email that moved during the round into a folder that was read before.
 */
async function isComplete(client: ImapFlow, round: Round): Promise<boolean> {
  if (round.queue.length > 0) return false;
  if (!round.hasGone || round.looks >= MAX_LOOKS) return true;
  round.looks += 1;
  round.folders = await readFolders(client);
  const states = settledStates(round);
  round.queue = round.folders.filter((folder) => hasChanged(folder, states.get(folder.path)));
  return round.queue.length === 0;
}

function lastPage(round: Round, mails: PageMails): RoundPage {
  const listed = new Set(round.folders.map(({ path }) => path));
  const states = settledStates(round);
  const folders = [...states.values()].filter(({ path }) => listed.has(path));
  const contents = {
    folders: [...listed],
    changed: [...round.done.values()].map(({ path, validity, contents: uids }) => ({
      folder: path,
      validity,
      uids: toRanges(uids),
    })),
  };
  return { ...mails, next: { folders, ...renewedOf(round) }, isLast: true, contents };
}

/** The state of all folders after everything that was read has been stored. */
function settledStates({ states, done }: Round): Map<string, FolderState> {
  const settled = new Map(states);
  for (const { path, validity, uidNext, contents, unreadable } of done.values()) {
    const known = writeRanges(toRanges(contents.filter((uid) => !unreadable.has(uid))));
    settled.set(path, {
      path,
      validity,
      ...(uidNext !== undefined && { uidNext }),
      known,
      ...(unreadable.size > 0 && { unreadable: writeRanges(toRanges([...unreadable])) }),
    });
  }
  return settled;
}

const toCursor = (round: Round): Cursor => ({
  folders: [...round.states.values()],
  page: round.page,
  ...renewedOf(round),
});

const renewedOf = ({ renewals: { state } }: Round) =>
  state === undefined ? {} : { renewed: state };
