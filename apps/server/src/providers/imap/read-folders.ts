import { plural } from '@repo/domain/text/plural';
import type { ImapFlow, ListResponse } from 'imapflow';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { isInbox } from './folder-problem.ts';
import { MAX_FOLDERS, MAX_LIST_BYTES, MAX_PATH_BYTES } from './imap-limits.ts';
import { withinBytes } from './within-bytes.ts';

/** A folder that is read, with the values that show whether its contents changed. */
export interface FolderStatus {
  path: string;
  /** Undefined when the server does not report it; the folder is then compared. */
  validity: number | undefined;
  uidNext: number | undefined;
  count: number | undefined;
}

export interface FolderList {
  folders: FolderStatus[];
  /** Paths of others that are listed and deliberately not read. */
  excluded: ReadonlySet<string>;
  /** Paths that are listed as folders without emails of their own. */
  unselectable: ReadonlySet<string>;
}

const unselectableFlags = ['\\noselect', '\\nonexistent'];
const excludedUses = new Set(['\\junk', '\\trash', '\\drafts']);

/**
 * Lists the folders to read: all except junk, trash and drafts. If there is a folder with all email, it is
 * the only one, since the others show parts of it. A list may lack existing folders: the client drops lines
 * that it cannot parse (`find-unlisted.ts`).
 *
 * @param known paths of folders with known emails.
 * @throws ProviderError `temporary` for a list without the inbox, which every mailbox has.
 */
export async function readFolders(
  client: ImapFlow,
  known: ReadonlySet<string> = new Set(),
): Promise<FolderList> {
  const list = await listOnce(client, known);
  // While the counts were read, an email may have arrived.
  return list.hasPartialAll ? listOnce(client, known) : list;
}

async function listOnce(
  client: ImapFlow,
  known: ReadonlySet<string>,
): Promise<FolderList & { hasPartialAll: boolean }> {
  // For an open folder, some servers return the status of the moment when it was opened.
  if (client.mailbox) await client.mailboxClose();
  const listed = await withinBytes(client, MAX_LIST_BYTES, () =>
    client.list({ statusQuery: { messages: true, uidNext: true, uidValidity: true } }),
  );
  if (!client.usable || !listed.some(({ path }) => isInbox(path))) {
    throw new ProviderError('temporary', 'The mail server did not list its folders.');
  }
  const selectable = listed.filter(isSelectable);
  const readable = selectable.filter(
    (folder) => isStorable(folder.path) && !isExcluded(folder, known),
  );
  const all = readable.filter((folder) => roleOf(folder) === '\\all');
  const isWhole = all.some((folder) => hasAllOf(folder, readable, known));
  const folders = isWhole ? all : readable;
  if (folders.length > MAX_FOLDERS) {
    throw new ProviderError(
      'permanent',
      `The mailbox has ${plural(folders.length, 'folder')}; at most ${MAX_FOLDERS} can be read.`,
    );
  }
  const paths = new Set(folders.map(({ path }) => path));
  return {
    folders: folders.map(({ path, status }) => ({
      path,
      validity: status?.uidValidity === undefined ? undefined : Number(status.uidValidity),
      uidNext: status?.uidNext,
      count: status?.messages,
    })),
    excluded: new Set(selectable.map(({ path }) => path).filter((path) => !paths.has(path))),
    unselectable: new Set(listed.filter((folder) => !isSelectable(folder)).map(({ path }) => path)),
    hasPartialAll: all.length > 0 && !isWhole,
  };
}

/**
 * Whether the folder of all email can contain the emails of the others: it counts at least as many as each of
 * them. A folder that was just created, or counts nothing, does not replace folders with known emails.
 */
function hasAllOf(
  all: ListResponse,
  folders: readonly ListResponse[],
  known: ReadonlySet<string>,
): boolean {
  const count = all.status?.messages;
  if (count === undefined) return false;
  return folders.every(({ path, status }) => {
    const other = status?.messages;
    return other === undefined ? !known.has(path) : other <= count;
  });
}

const roleOf = ({ specialUse }: ListResponse): string => (specialUse ?? '').toLowerCase();

function isSelectable({ flags }: ListResponse): boolean {
  const lower = new Set([...flags].map((flag) => flag.toLowerCase()));
  return !unselectableFlags.some((flag) => lower.has(flag));
}

/**
 * Where the server does not name a folder's role, the client guesses it by the name. The guess may change
 * with the other listed folders, and does not exclude a folder with known emails.
 */
const isExcluded = (folder: ListResponse, known: ReadonlySet<string>): boolean =>
  excludedUses.has(roleOf(folder)) &&
  !(folder.specialUseSource === 'name' && known.has(folder.path));

/** Whether the path is one that the database can store: no mail program creates others. */
const isStorable = (path: string): boolean =>
  path.isWellFormed() && !path.includes('\0') && Buffer.byteLength(path) <= MAX_PATH_BYTES;
