import type { ImapFlow } from 'imapflow';
import type { ChangePage, Cursor } from '#modules/integrations/provider/activity-source.ts';
import type { FolderContents } from '#modules/integrations/provider/item-location.ts';
import { folderProblem, isEssential } from '../folder-problem.ts';
import { openFolder, type OpenFolder, renumbered, requireMailCount } from '../imap-commands.ts';
import { MAX_UNREADABLE_FOLDERS, PAGE_SIZE, PAGE_TARGET_MS } from '../imap-limits.ts';
import { listUids } from '../list-uids.ts';
import type { MailRow } from '../mail-row.ts';
import { readFolders } from '../read-folders.ts';
import { readRows } from '../read-rows.ts';
import { toRanges, writeRanges } from '../uid-ranges.ts';
import { unreadableFolder, unreadableMail, type UnreadableMail } from '../unreadable-mail.ts';
import { coverDownTo, progressOf } from './folder-progress.ts';
import type { FolderState } from './folder-states.ts';
import {
  beginRound,
  endRound,
  type FindFolders,
  isComplete,
  type OpenedFolder,
  openNextFolder,
  renewedOf,
  type Round,
  toProgress,
} from './round.ts';

export interface ChangesReader {
  position: (client: ImapFlow) => Promise<Cursor>;
  /** @throws ProviderError `cursor-expired` for a cursor that cannot be read. */
  changes: (client: ImapFlow, cursor: Cursor, progress?: Cursor) => Promise<ChangePage>;
}

/**
 * Finds new and removed emails without extensions that only some servers support: within one
 * UIDVALIDITY, a folder with the same UIDNEXT and the same count has the same contents. All others
 * are compared UID by UID.
 *
 * The emails that were read are stored page by page, with the progress of the round; the state of all
 * folders is only returned at its end. Missing emails only count as removed then, when every folder
 * that they may have moved to has been read.
 *
 * @param remember called with each row that was read.
 * @param findFolders finds the folders of stored locations, which may be read since the cursor.
 */
export function createChangesReader(
  source: string,
  remember: (rows: readonly MailRow[]) => void,
  findFolders: FindFolders,
): ChangesReader {
  let round: Round | undefined;

  return {
    position: async (client) => {
      const states: FolderState[] = [];
      let mails = 0;
      const { folders } = await readFolders(client);
      for (const { path } of folders) {
        const listed = await listUids(client, path).catch((error: unknown) => {
          // All of its emails are new when it can be read.
          if (folderProblem(path, error) !== undefined && !isEssential(path, folders)) return;
          throw error;
        });
        if (listed === undefined) continue;
        const { validity, uidNext, uids } = listed;
        mails += uids.length;
        requireMailCount(mails);
        const known = writeRanges(toRanges(uids));
        states.push({ path, validity, ...(uidNext !== undefined && { uidNext }), known });
      }
      return { folders: states };
    },

    changes: async (client, cursor, progress) => {
      const isNext = progress !== undefined && round?.next === progress;
      const current =
        isNext && round ? round : await beginRound(client, { cursor, progress }, findFolders);
      // A page that fails is read again from the progress before it.
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
        isProgress: !page.isLast,
        isLast: page.isLast,
        locations: [...items, ...page.unreadable].map(({ location }) => location),
        unreadable: page.unreadable.map(({ item }) => item),
        ...(page.contents !== undefined && { contents: page.contents }),
      };
    },
  };
}

interface PageMails {
  rows: MailRow[];
  unreadable: UnreadableMail[];
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
    round.current ??= await openNextFolder(client, round);
    if (round.current === undefined) {
      if (await isComplete(client, round)) return lastPage(source, round, mails);
      continue;
    }
    await readSome(client, source, { round, folder: round.current, mails });
  }
  return { ...mails, next: toProgress(round), isLast: false };
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
    coverDownTo(folder, page[0] ?? 0);
    round.progress.set(folder.path, progressOf(folder));
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
  if (validity !== folder.validity) throw renumbered();
}

function lastPage(source: string, round: Round, mails: PageMails): RoundPage {
  const { states, contents } = endRound(round);
  const refused = [...round.refused].slice(0, MAX_UNREADABLE_FOLDERS);
  const unreadable = refused.map(([path, problem]) => unreadableFolder(source, path, problem));
  return {
    ...mails,
    unreadable: [...mails.unreadable, ...unreadable],
    next: { folders: states, ...renewedOf(round) },
    isLast: true,
    contents,
  };
}
