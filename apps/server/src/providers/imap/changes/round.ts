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
import {
  countUids,
  rangesWithout,
  readRanges,
  toRanges,
  uidsInside,
  writeRanges,
} from '../uid-ranges.ts';
import {
  continueReading,
  type FolderProgress,
  type FolderReading,
  progressOf,
  withUids,
} from './folder-progress.ts';
import {
  countKnown,
  fingerprintOf,
  type FolderState,
  hasChanged,
  parseCursor,
  parseProgress,
} from './folder-states.ts';
import { Renewals } from './renewals.ts';

/** Maximum number of checks in a round whether missing emails have only moved. */
const MAX_LOOKS = 3;

/** A folder whose emails are being read. */
export interface OpenedFolder extends OpenFolder, FolderReading {
  /** UIDs that could not be read in the previous round. */
  expected: ReadonlySet<number>;
}

/** A round of changes: one comparison of all folders, over several pages. */
export interface Round {
  /** At the beginning of the round. */
  states: Map<string, FolderState>;
  /** What was read since, of the folders that were opened. */
  progress: Map<string, FolderProgress>;
  folders: FolderStatus[];
  queue: FolderStatus[];
  current: OpenedFolder | undefined;
  done: Map<string, OpenedFolder>;
  hasGone: boolean;
  renewals: Renewals;
  looks: number;
  page: number;
  /** The fingerprint of the states, once it is needed. */
  since: string | undefined;
  /** The progress that the last page returned; any other progress continues a round of its own. */
  next: Cursor | undefined;
}

/** Begins a round, or continues one that was interrupted after a page. */
export async function beginRound(
  client: ImapFlow,
  cursor: Cursor,
  given: Cursor | undefined,
): Promise<Round> {
  const stored = parseCursor(cursor);
  const states = new Map(stored.folders.map((state) => [state.path, state]));
  const progress = given && parseProgress(given, states.values());
  const folders = await readFolders(client);
  const queue = folders.filter((folder) => hasChanged(folder, states.get(folder.path)));
  const listed = new Set(folders.map(({ path }) => path));
  const gone = [...states.values()].filter(({ path }) => !listed.has(path));
  const renewals = new Renewals(progress?.renewed ?? stored.renewed, countKnown(states.values()));
  renewals.lose(countKnown(gone));
  return {
    states,
    progress: new Map(progress?.folders.map((folder) => [folder.path, folder])),
    folders,
    queue,
    current: undefined,
    done: new Map(),
    hasGone: gone.length > 0,
    renewals,
    looks: 0,
    page: progress?.page ?? 0,
    since: progress?.since,
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
  const state = before?.validity === opened.validity ? before : undefined;
  const read = round.progress.get(status.path);
  const progress = read?.validity === opened.validity ? read : undefined;
  const known = readRanges(state?.known ?? '');
  const missing = rangesWithout(known, found);
  // An email that is missing in a search does not yet count as deleted.
  const kept = missing.length === 0 ? [] : await stillThere(client, missing);
  // It may have been read before in this round.
  const earlier = progress && round.done.get(opened.path)?.contents;
  const reading = await continueReading(client, withUids(found, kept), {
    known,
    progress,
    earlier,
  });
  const { contents } = reading;
  const others = [...round.done.values()].filter(({ path }) => path !== opened.path);
  requireMailCount(others.reduce((sum, { contents: uids }) => sum + uids.length, contents.length));
  const isReplaced = before !== undefined && state === undefined;
  // What the round had begun to read is not renewed once more.
  if (isReplaced && progress === undefined) round.renewals.lose(countKnown([before]));
  if (state === undefined && progress === undefined) round.renewals.find(contents.length);
  if (isReplaced || reading.hasGone || countUids(missing) > kept.length) round.hasGone = true;
  const expected = new Set(uidsInside(contents, readRanges(state?.unreadable ?? '')));
  const folder = { ...opened, ...reading, expected };
  round.progress.set(folder.path, progressOf(folder));
  return folder;
}

/** What the round has read, to be continued by another process. */
export function toProgress(round: Round): Cursor {
  round.since ??= fingerprintOf(round.states.values());
  return {
    since: round.since,
    page: round.page,
    folders: [...round.progress.values()],
    ...renewedOf(round),
  };
}

export const renewedOf = ({ renewals: { state } }: Round) =>
  state === undefined ? {} : { renewed: state };

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
