import { plural } from '@repo/domain/text/plural';
import type { ImapFlow } from 'imapflow';
import type { UidRange } from '#modules/integrations/provider/item-location.ts';
import { FolderError } from './folder-problem.ts';
import { openFolder, type OpenFolder, searchUids, stillThere } from './imap-commands.ts';
import { MAX_COMPARED_MAILS } from './imap-limits.ts';
import { shownFolder } from './unreadable-mail.ts';
import { rangesWithout, uidsOutside, toRanges } from './uid-ranges.ts';

export interface ListedFolder extends OpenFolder {
  /** The UIDs in the folder, ascending. */
  uids: number[];
  /** UIDs that were known and are in the folder no more, as ranges. */
  gone: UidRange[];
}

/** All UIDs there can be. */
const everyUid: UidRange = [1, 0xff_ff_ff_ff];

/**
 * Opens a folder and lists its UIDs. A list counts only if its length equals the server's count for the
 * folder, because a list that is too short would remove emails. Otherwise the folder is opened once more,
 * since emails may have come or gone meanwhile.
 *
 * @param knownIn the known UIDs of the folder, ascending. A UID that a search omits is gone only if a
 *   fetch does not find it either.
 * @throws FolderError when the numbers differ again.
 */
export async function listUids(
  client: ImapFlow,
  path: string,
  knownIn: (opened: OpenFolder) => readonly UidRange[] = () => [],
): Promise<ListedFolder> {
  for (let isLast = false; ; isLast = true) {
    const opened = await openFolder(client, path);
    const known = knownIn(opened);
    const found = await searchUids(client, { all: true });
    const counts = [opened.count, countNow(client)];
    const missing = rangesWithout(known, found);
    // An email that is missing in a search does not yet count as deleted.
    const kept = missing.length === 0 ? [] : await stillThere(client, missing);
    let uids = withUids(found, kept);
    const isCounted = () =>
      opened.count === undefined || [...counts, countNow(client)].includes(uids.length);
    const { count = 0 } = opened;
    if (!isCounted() && uids.length < count && count <= MAX_COMPARED_MAILS) {
      // Some servers leave emails out of a search that they return otherwise.
      uids = withUids(uids, uidsOutside(await stillThere(client, [everyUid]), toRanges(uids)));
    }
    if (isCounted()) return { ...opened, uids, gone: rangesWithout(known, uids) };
    if (isLast) {
      throw new FolderError(
        `The mail server counts ${plural(opened.count ?? 0, 'email')} in the folder “${shownFolder(path)}” and lists ${uids.length}, so the folder was not read.`,
      );
    }
  }
}

/** The server's count since the folder was opened. */
const countNow = ({ mailbox }: ImapFlow): number | undefined =>
  mailbox === false ? undefined : mailbox.exists;

/** The ascending UIDs with others, ascending. */
export const withUids = (uids: number[], others: readonly number[]): number[] =>
  others.length === 0 ? uids : [...uids, ...others].sort((a, b) => a - b);
