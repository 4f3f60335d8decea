import type { ImapFlow, ListResponse } from 'imapflow';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
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

const unselectable = ['\\noselect', '\\nonexistent'];
const excludedUses = new Set(['\\junk', '\\trash', '\\drafts']);

/**
 * Lists the folders that are read: all except junk, trash and drafts; if there is a folder with all
 * email, only that one, since the others only show parts of it.
 *
 * @throws ProviderError `temporary` for a list without the inbox, which every mailbox has.
 */
export async function readFolders(client: ImapFlow): Promise<FolderStatus[]> {
  // For an open folder, some servers return the status of the moment when it was opened.
  if (client.mailbox) await client.mailboxClose();
  const listed = await withinBytes(client, MAX_LIST_BYTES, () =>
    client.list({ statusQuery: { messages: true, uidNext: true, uidValidity: true } }),
  );
  if (!client.usable || !listed.some(({ path }) => path.toUpperCase() === 'INBOX')) {
    throw new ProviderError('temporary', 'The mail server did not list its folders.');
  }
  const readable = listed.filter(isReadable);
  const all = readable.filter((folder) => roleOf(folder) === '\\all');
  const folders = all.length > 0 ? all : readable;
  if (folders.length > MAX_FOLDERS) {
    throw new ProviderError(
      'permanent',
      `The mailbox has ${folders.length} folders; at most ${MAX_FOLDERS} can be read.`,
    );
  }
  return folders.map(({ path, status }) => ({
    path,
    validity: status?.uidValidity === undefined ? undefined : Number(status.uidValidity),
    uidNext: status?.uidNext,
    count: status?.messages,
  }));
}

const roleOf = ({ specialUse }: ListResponse): string => (specialUse ?? '').toLowerCase();

function isReadable(folder: ListResponse): boolean {
  const flags = new Set([...folder.flags].map((flag) => flag.toLowerCase()));
  const isExcluded =
    unselectable.some((flag) => flags.has(flag)) || excludedUses.has(roleOf(folder));
  return !isExcluded && isStorable(folder.path);
}

/** Whether the path is one that the database can store: no mail program creates others. */
const isStorable = (path: string): boolean =>
  path.isWellFormed() && !path.includes('\0') && Buffer.byteLength(path) <= MAX_PATH_BYTES;
