import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from 'imapflow';
import type { UidRange } from '../../modules/integrations/provider.ts';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
import { MAX_COMMAND_BYTES, MAX_MAILS, MAX_SOURCES_BYTES } from './imap-limits.ts';
import { uidsInside, writeRanges } from './uid-ranges.ts';
import { withinBytes } from './within-bytes.ts';

/** An open folder. What it means for UIDs is that of the moment when it was opened. */
export interface OpenFolder {
  path: string;
  validity: number;
  /** Undefined where the server does not say. */
  uidNext: number | undefined;
}

/** UIDs in one command: a line of some 10 KB at most. */
const UIDS_PER_COMMAND = 1_000;

/** Opens a folder for reading alone: closing a writable one deletes mails for good. */
export async function openFolder(client: ImapFlow, path: string): Promise<OpenFolder> {
  const { uidValidity, uidNext } = await client.mailboxOpen(path, { readOnly: true });
  limitCount(client);
  return { path, validity: Number(uidValidity), uidNext: uidNext || undefined };
}

/**
 * Limits what the client believes to be the number of mails in the open folder. It is the client's only limit
 * for the UIDs in a range that a server names, so that "1:4294967295", some bytes, would fill the memory.
 * A server can change the number at any time.
 */
function limitCount({ mailbox }: ImapFlow): void {
  if (mailbox === false) return;
  let count = Math.min(mailbox.exists, MAX_MAILS + 1);
  Object.defineProperty(mailbox, 'exists', {
    enumerable: true,
    get: () => count,
    set: (value: number) => {
      count = Math.min(value, MAX_MAILS + 1);
    },
  });
}

/** @throws ProviderError `permanent` for more mails than a mailbox may have. */
export function requireMailCount(count: number): void {
  if (count <= MAX_MAILS) return;
  throw new ProviderError(
    'permanent',
    `The mailbox has more than ${MAX_MAILS.toLocaleString('en')} emails, which are too many to be read.`,
  );
}

/**
 * The UIDs of the open folder that match, ascending.
 *
 * @throws Error when the server refused or the connection was lost: never an empty list then.
 */
export async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const uids = await withinBytes(client, MAX_COMMAND_BYTES, () =>
    client.search(query, { uid: true }),
  );
  if (!Array.isArray(uids) || !client.usable) {
    throw Object.assign(new Error('The search failed.'), { responseStatus: 'NO' });
  }
  requireMailCount(uids.length);
  return uids.sort((a, b) => a - b);
}

/**
 * Fetches mails of the open folder. Rows that the server leaves out are missing: they may be
 * deleted, or unreadable.
 *
 * @throws Error when the connection was lost.
 */
export async function fetchRows(
  client: ImapFlow,
  ranges: readonly UidRange[],
  query: FetchQueryObject,
): Promise<FetchMessageObject[]> {
  if (ranges.length === 0) return [];
  const maximum = query.source === undefined ? MAX_COMMAND_BYTES : MAX_SOURCES_BYTES;
  const rows = await withinBytes(client, maximum, () =>
    client.fetchAll(writeRanges(ranges), { ...query, uid: true }, { uid: true }),
  );
  if (!client.usable) throw Object.assign(new Error('Lost.'), { code: 'NoConnection' });
  return rows;
}

/** Those of the UIDs that the server still has, asked in another way than by a search. */
export async function stillThere(client: ImapFlow, ranges: readonly UidRange[]): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < ranges.length; at += UIDS_PER_COMMAND) {
    const part = ranges.slice(at, at + UIDS_PER_COMMAND);
    const rows = await fetchRows(client, part, {});
    const uids = rows.map(({ uid }) => uid).sort((a, b) => a - b);
    for (const uid of uidsInside(uids, part)) found.push(uid);
  }
  return found;
}
