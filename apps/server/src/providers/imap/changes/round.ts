import type { ImapFlow } from 'imapflow';
import type { Cursor } from '#modules/integrations/provider/activity-source.ts';
import type { FolderContents, UidRange } from '#modules/integrations/provider/item-location.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { createMissingCheck, findUnlisted } from '../find-unlisted.ts';
import { folderProblem, isEssential } from '../folder-problem.ts';
import { type OpenFolder, requireMailCount } from '../imap-commands.ts';
import {
  MAX_SOUGHT_FOLDERS,
  MAX_FOLDERS,
  MAX_KNOWN_FOLDERS,
  MAX_REFUSED_MS,
} from '../imap-limits.ts';
import { type ListedFolder, listUids } from '../list-uids.ts';
import { type FolderStatus, readFolders } from '../read-folders.ts';
import { joinRanges, readRanges, toRanges, uidsInside, writeRanges } from '../uid-ranges.ts';
import {
  continueReading,
  type FolderProgress,
  type FolderReading,
  progressOf,
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

export interface OpenedFolder extends OpenFolder, FolderReading {
  /** UIDs that could not be read in the previous round. */
  expected: ReadonlySet<number>;
  /** Known UIDs that are in the folder no more, as ranges. */
  gone: UidRange[];
}

/** Returns the folders of stored locations. */
export type FindFolders = () => Promise<string[]>;

/** A round of changes: one comparison of all folders, over several pages. */
export interface Round {
  /** At the beginning of the round. */
  states: Map<string, FolderState>;
  /** The progress since then in the folders that were opened. */
  progress: Map<string, FolderProgress>;
  /** Further folders in which stored emails are. */
  located: readonly string[];
  folders: FolderStatus[];
  /** Listed emails that are not read. */
  excluded: ReadonlySet<string>;
  /** Known folders that do not exist. */
  missing: ReadonlySet<string>;
  /** The number of folders that were looked for by name. */
  sought: number;
  /** Unreadable folders, with the problem. Their known emails are kept. */
  refused: Map<string, string>;
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
  { cursor, progress: given }: { cursor: Cursor; progress: Cursor | undefined },
  findFolders: FindFolders,
): Promise<Round> {
  const stored = parseCursor(cursor);
  const states = new Map(stored.folders.map((state) => [state.path, state]));
  const progress = given && parseProgress(given, states.values());
  const round: Round = {
    states,
    progress: new Map(progress?.folders.map((folder) => [folder.path, folder])),
    located: await findFolders(),
    folders: [],
    excluded: new Set(),
    missing: new Set(),
    sought: 0,
    refused: new Map(),
    queue: [],
    current: undefined,
    done: new Map(),
    hasGone: false,
    renewals: new Renewals(progress?.renewed ?? stored.renewed, countKnown(states.values())),
    looks: 0,
    page: progress?.page ?? 0,
    since: progress?.since,
    next: undefined,
  };
  await listFolders(client, round);
  round.queue = round.folders.filter((folder) => hasChanged(folder, states.get(folder.path)));
  const gone = [...states.values()].filter(({ path }) => isGone(round, path));
  round.hasGone = gone.length > 0;
  round.renewals.lose(countKnown(gone));
  return round;
}

/**
 * Lists the folders, and looks for known folders that are not listed. Emails are kept in folders beyond the
 * limit, and in folders that the server refuses.
 */
async function listFolders(client: ImapFlow, round: Round): Promise<void> {
  const known = knownPaths(round);
  const list = await readFolders(client, known);
  const isListed = new Set([...list.folders.map(({ path }) => path), ...list.excluded]);
  const unlisted = [...known].filter((path) => !isListed.has(path));
  // Folders that were refused before come last: they may be refused again.
  const sought = unlisted
    .filter((path) => !round.missing.has(path))
    .sort((a, b) => Number(wasRefused(round, a)) - Number(wasRefused(round, b)))
    .slice(0, MAX_SOUGHT_FOLDERS - round.sought);
  round.sought += sought.length;
  const { found, gone, refused } = await findUnlisted(client, sought, list.unselectable);
  round.folders = [...list.folders, ...found];
  round.excluded = list.excluded;
  round.missing = new Set([...unlisted.filter((path) => round.missing.has(path)), ...gone]);
  if (known.size - gone.length > MAX_KNOWN_FOLDERS) {
    throw new ProviderError(
      'permanent',
      `The mail server lists ever more folders; at most ${MAX_FOLDERS} can be read.`,
    );
  }
  const stillRefused = [...round.refused].filter(([path]) => isListed.has(path));
  round.refused = new Map([...stillRefused, ...refused]);
}

const knownPaths = ({ states, done, located }: Round): Set<string> =>
  new Set([...states.keys(), ...done.keys(), ...located]);

const wasRefused = ({ states }: Round, path: string): boolean =>
  states.get(path)?.refusedSince !== undefined;

/** Whether a known folder is read no longer. */
const isGone = ({ missing, excluded }: Round, path: string): boolean =>
  missing.has(path) || excluded.has(path);

/** Opens the next changed folder and determines which emails in it are new. */
export async function openNextFolder(
  client: ImapFlow,
  round: Round,
): Promise<OpenedFolder | undefined> {
  const status = round.queue.shift();
  if (status === undefined) return undefined;
  const before = round.states.get(status.path);
  const stateOf = ({ validity }: OpenFolder) =>
    before?.validity === validity ? before : undefined;
  let listed: ListedFolder;
  try {
    listed = await listUids(client, status.path, (opened) =>
      readRanges(stateOf(opened)?.known ?? ''),
    );
  } catch (error) {
    await refuse(client, round, { path: status.path, error });
    return undefined;
  }
  const { uids, gone, ...opened } = listed;
  const state = stateOf(opened);
  const read = round.progress.get(status.path);
  const progress = read?.validity === opened.validity ? read : undefined;
  const known = readRanges(state?.known ?? '');
  // It may have been read before in this round.
  const earlier = progress && round.done.get(opened.path)?.contents;
  const reading = await continueReading(client, uids, { known, progress, earlier });
  const { contents } = reading;
  const others = [...round.done.values()].filter(({ path }) => path !== opened.path);
  requireMailCount(others.reduce((sum, folder) => sum + folder.contents.length, contents.length));
  const isReplaced = before !== undefined && state === undefined;
  // Emails that the round had begun to read are not renewed once more.
  if (isReplaced && progress === undefined) round.renewals.lose(countKnown([before]));
  if (state === undefined && progress === undefined) round.renewals.find(contents.length);
  if (isReplaced || reading.hasGone || gone.length > 0) round.hasGone = true;
  const expected = new Set(uidsInside(contents, readRanges(state?.unreadable ?? '')));
  const folder = { ...opened, ...reading, expected, gone };
  round.progress.set(folder.path, progressOf(folder));
  return folder;
}

/**
 * Goes on without a folder that cannot be read.
 *
 * @throws the error, when the mailbox cannot be read without the folder, or it concerns all folders.
 */
async function refuse(
  client: ImapFlow,
  round: Round,
  { path, error }: { path: string; error: unknown },
): Promise<void> {
  const problem = folderProblem(path, error);
  if (problem === undefined || isEssential(path, round.folders)) throw error;
  round.refused.set(path, problem);
  // Deleted after it was listed: the next list decides.
  if (await createMissingCheck(client)(path, error)) round.hasGone = true;
}

/** The progress of the round, so that another process can continue it. */
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
  await listFolders(client, round);
  const states = settledStates(round);
  round.queue = round.folders.filter(
    (folder) => hasChanged(folder, states.get(folder.path)) && !round.refused.has(folder.path),
  );
  return round.queue.length === 0;
}

/** Returns the last page of a round: the new states, and the contents of the folders. */
export function endRound(round: Round): { states: FolderState[]; contents: FolderContents } {
  const keeps = keepsMissing(round);
  const gone = [...knownPaths(round)].filter(
    (path) => round.excluded.has(path) || (round.missing.has(path) && !keeps),
  );
  const states = settledStates(round, keeps);
  for (const path of gone) states.delete(path);
  const changed = [...round.done.values()].map(({ path, validity, contents, gone: missing }) => ({
    folder: path,
    validity,
    uids: keeps ? joinRanges(toRanges(contents), missing) : toRanges(contents),
  }));
  return { states: [...states.values()], contents: { gone, changed } };
}

/**
 * Whether missing emails may be in an unreadable folder. They are kept for a day at most, so that a folder
 * refused for good does not keep emails deleted elsewhere.
 */
const keepsMissing = ({ states, refused }: Round): boolean =>
  [...refused.keys()].some((path) => {
    const state = states.get(path);
    return state !== undefined && Date.now() - (state.refusedSince ?? Date.now()) < MAX_REFUSED_MS;
  });

/** The state of all folders after everything that was read has been stored. */
function settledStates(round: Round, keeps = false): Map<string, FolderState> {
  const settled = new Map(round.states);
  for (const path of round.refused.keys()) {
    const state = round.states.get(path);
    if (state !== undefined) settled.set(path, { refusedSince: Date.now(), ...state });
  }
  for (const { path, validity, uidNext, contents, unreadable, gone } of round.done.values()) {
    const read = toRanges(contents.filter((uid) => !unreadable.has(uid)));
    settled.set(path, {
      path,
      validity,
      ...(uidNext !== undefined && { uidNext }),
      known: writeRanges(keeps ? joinRanges(read, gone) : read),
      ...(unreadable.size > 0 && { unreadable: writeRanges(toRanges([...unreadable])) }),
    });
  }
  return settled;
}
