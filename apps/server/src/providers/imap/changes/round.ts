import type { ImapFlow } from 'imapflow';
import type { Cursor } from '../../../modules/integrations/provider/activity-source.ts';
import {
  openFolder,
  type OpenFolder,
  requireMailCount,
  searchUids,
  stillThere,
} from '../imap-commands.ts';
import { type FolderStatus, readFolders } from '../read-folders.ts';
import { rangesWithout, readRanges, toRanges, uidsOutside, writeRanges } from '../uid-ranges.ts';
import {
  addKnown,
  countKnown,
  type FolderState,
  hasChanged,
  parseCursor,
} from './folder-states.ts';
import { Renewals } from './renewals.ts';

/** Maximum number of checks in a round whether missing emails have only moved. */
const MAX_LOOKS = 3;

/** A folder whose emails are being read. */
export interface OpenedFolder extends OpenFolder {
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
export interface Round {
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

export async function beginRound(client: ImapFlow, cursor: Cursor): Promise<Round> {
  const stored = parseCursor(cursor);
  const states = new Map(stored.folders.map((state) => [state.path, state]));
  const folders = await readFolders(client);
  const queue = folders.filter((folder) => hasChanged(folder, states.get(folder.path)));
  const listed = new Set(folders.map(({ path }) => path));
  const gone = [...states.values()].filter(({ path }) => !listed.has(path));
  const renewals = new Renewals(stored.renewed, countKnown(states.values()));
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
    page: stored.page ?? 0,
    next: undefined,
  };
}

/** Opens the next folder that changed and determines what is new in it. */
export async function openNextFolder(
  client: ImapFlow,
  round: Round,
): Promise<OpenedFolder | undefined> {
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
  // It may have been read before in this round.
  const others = [...round.done.values()].filter(({ path }) => path !== opened.path);
  requireMailCount(others.reduce((sum, { contents: uids }) => sum + uids.length, contents.length));
  const hasOther = before !== undefined && before.validity !== opened.validity;
  if (hasOther) round.renewals.lose(countKnown([before]));
  if (hasOther || before === undefined) round.renewals.find(contents.length);
  if (hasOther || missing.length > kept.length) round.hasGone = true;
  if (known.length === 0) addKnown(round.states, opened, []);
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
 * Whether every folder has been read. If emails are missing, the folders are listed again, to find
 * an email that moved during the round into a folder that was read before.
 */
export async function isComplete(client: ImapFlow, round: Round): Promise<boolean> {
  if (round.queue.length > 0) return false;
  if (!round.hasGone || round.looks >= MAX_LOOKS) return true;
  round.looks += 1;
  round.folders = await readFolders(client);
  const states = settledStates(round);
  round.queue = round.folders.filter((folder) => hasChanged(folder, states.get(folder.path)));
  return round.queue.length === 0;
}

/** The state of all folders after everything that was read has been stored. */
export function settledStates({ states, done }: Round): Map<string, FolderState> {
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
