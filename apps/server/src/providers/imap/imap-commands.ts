import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from 'imapflow';
import type { UidRange } from '#modules/integrations/provider/item-location.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { hasHeadsAlone, rememberFailure } from './connect-client.ts';
import { FolderError } from './folder-problem.ts';
import { MAX_COMMAND_BYTES, MAX_HEAD_BYTES, MAX_MAILS, MAX_SOURCES_BYTES } from './imap-limits.ts';
import { uidsInside, writeRanges } from './uid-ranges.ts';
import { withinBytes } from './within-bytes.ts';

/** An open folder. Its UIDVALIDITY is that of the moment when it was opened. */
export interface OpenFolder {
  path: string;
  validity: number;
  /** Undefined when the server does not report it. */
  uidNext: number | undefined;
  /** The number of emails that the server counts in it (EXISTS); undefined when it does not say. */
  count: number | undefined;
}

/** Maximum of UIDs in one command: a line of some 10 KB. */
const UIDS_PER_COMMAND = 1_000;

/**
 * Opens a folder read-only: closing a writable one permanently deletes emails.
 *
 * @throws FolderError without a usable UIDVALIDITY, which all locations need; the client's error when
 *   the server refuses (`folderProblem` describes both).
 */
export async function openFolder(client: ImapFlow, path: string): Promise<OpenFolder> {
  const { uidValidity, uidNext, exists } = await client.mailboxOpen(path, { readOnly: true });
  limitCount(client);
  const validity = Number(uidValidity);
  if (!Number.isSafeInteger(validity)) {
    throw new FolderError(
      'The mail server does not number its emails (UIDVALIDITY), so they cannot be told apart.',
    );
  }
  return {
    path,
    validity,
    uidNext: uidNext || undefined,
    // Other than the client declares, it is missing when the server does not send it.
    count: Number.isSafeInteger(exists) ? exists : undefined,
  };
}

/**
 * The failure to read an email in a folder that has another UIDVALIDITY than its location: it may be
 * there under another number, which the next round of changes finds.
 */
export const renumbered = (): ProviderError =>
  new ProviderError(
    'temporary',
    'The mail server has renumbered the emails of a folder (UIDVALIDITY) while it was read.',
  );

/**
 * Limits the number of emails that the client believes to be in the open folder. This is the
 * client's only limit for the UIDs in a range that a server sends, so "1:4294967295", a few bytes,
 * would fill the memory. A server can change the number at any time.
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

/** @throws ProviderError `permanent` for more emails than a mailbox may have. */
export function requireMailCount(count: number): void {
  if (count <= MAX_MAILS) return;
  throw new ProviderError(
    'permanent',
    `The mailbox has more than ${MAX_MAILS.toLocaleString('en')} emails, which are too many to be read.`,
  );
}

/**
 * Returns the matching UIDs of the open folder, ascending.
 *
 * @throws the client's error when the server refused or the connection was lost, instead of returning
 *   an empty list.
 */
export async function searchUids(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const failure = rememberFailure(client);
  const uids = await withinBytes(client, MAX_COMMAND_BYTES, () =>
    client.search(query, { uid: true }),
  );
  if (!Array.isArray(uids) || !client.usable) {
    throw failure() ?? Object.assign(new Error('The search failed.'), { responseStatus: 'NO' });
  }
  requireMailCount(uids.length);
  return uids.sort((a, b) => a - b);
}

/**
 * In place of a source, the head that it begins with: of a mailbox of which no text is captured nothing else is
 * requested, whatever asks for it.
 */
const headQuery = ({ source, ...query }: FetchQueryObject): FetchQueryObject => ({
  ...query,
  headers: false,
  bodyParts: [
    {
      key: 'HEADER',
      maxLength: typeof source === 'object' ? (source.maxLength ?? MAX_HEAD_BYTES) : MAX_HEAD_BYTES,
    },
  ],
});

/**
 * Fetches emails of the open folder. Rows that the server omits are missing: they may be deleted,
 * or unreadable.
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
  const isHeadAlone = query.source !== undefined && hasHeadsAlone(client);
  const sent = isHeadAlone ? headQuery(query) : query;
  const rows = await withinBytes(client, maximum, () =>
    client.fetchAll(writeRanges(ranges), { ...sent, uid: true }, { uid: true }),
  );
  if (!client.usable) throw Object.assign(new Error('Lost.'), { code: 'NoConnection' });
  if (isHeadAlone) for (const row of rows) if (row.headers !== undefined) row.source = row.headers;
  return rows;
}

/** The UIDs that the server still has, found with another command than a search. */
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
