import type { ImapFlow } from 'imapflow';
import { z } from 'zod';
import type { UidRange } from '#modules/integrations/provider/item-location.ts';
import { type OpenFolder, stillThere } from '../imap-commands.ts';
import { withUids } from '../list-uids.ts';
import {
  joinRanges,
  rangesWithout,
  readRanges,
  toRanges,
  uidsInside,
  uidsOutside,
  writeRanges,
} from '../uid-ranges.ts';

/** How far a round has read a folder. Small, however scattered the UIDs are. */
export const folderProgress = z.object({
  path: z.string(),
  validity: z.number(),
  /**
   * Ranges in which all emails were read that were not known before the round and that the server
   * listed. Emails are read from the highest UID down, so there is one range, and one more each time
   * that a round was interrupted.
   */
  covered: z.string(),
  /** The number of these emails, which reveals other emails in the ranges, and missing ones. */
  count: z.number(),
  /** The unreadable ones among them, as ranges. */
  unreadable: z.string().optional(),
});
export type FolderProgress = z.infer<typeof folderProgress>;

/** The emails of a folder as a round reads them. */
export interface FolderReading {
  /** Ascending; read from the end. */
  unread: number[];
  /** The UIDs in the folder. */
  contents: number[];
  /** UIDs that could not be read in this round, to be tried again in the next one. */
  unreadable: Set<number>;
  /** The number of emails that were not known before the round. */
  unknown: number;
  covered: UidRange[];
}

/** The state of a folder's emails when it is opened. */
interface KnownMails {
  /** The emails known before the round. */
  known: readonly UidRange[];
  /** The emails that the round read before the folder was opened. */
  progress: FolderProgress | undefined;
  /** The UIDs that were in the folder when this process read it in the same round. */
  earlier: readonly number[] | undefined;
}

/**
 * Determines which emails of an open folder a round still has to read.
 *
 * @param found the UIDs in the folder, ascending.
 */
export async function continueReading(
  client: ImapFlow,
  found: number[],
  { known, progress, earlier }: KnownMails,
): Promise<FolderReading & { hasGone: boolean }> {
  const covered = readRanges(progress?.covered ?? '');
  const count = progress?.count ?? 0;
  const read = earlier === undefined ? covered : toRanges(uidsOutside(earlier, known));
  let contents = found;
  let unknown = uidsOutside(found, known);
  if (uidsInside(unknown, read).length < count) {
    // An email that is missing in a search does not yet count as deleted.
    contents = withUids(found, await stillThere(client, rangesWithout(read, found)));
    unknown = uidsOutside(contents, known);
  }
  const left = uidsInside(unknown, read).length;
  // An earlier search omitted emails. It is unknown which ones, so all are read again.
  const isOutdated = left > count;
  return {
    unread: isOutdated ? unknown : uidsOutside(unknown, read),
    contents,
    unreadable: new Set(
      isOutdated ? [] : uidsInside(unknown, readRanges(progress?.unreadable ?? '')),
    ),
    unknown: unknown.length,
    covered: isOutdated ? [] : covered,
    hasGone: left < count,
  };
}

/** Records that the emails down to a UID were read. */
export function coverDownTo(reading: FolderReading, uid: number): void {
  reading.covered = joinRanges(reading.covered, [[uid, reading.contents.at(-1) ?? uid]]);
}

export const progressOf = ({
  path,
  validity,
  covered,
  unknown,
  unread,
  unreadable,
}: FolderReading & OpenFolder): FolderProgress => ({
  path,
  validity,
  covered: writeRanges(covered),
  count: unknown - unread.length,
  ...(unreadable.size > 0 && { unreadable: writeRanges(toRanges([...unreadable])) }),
});
