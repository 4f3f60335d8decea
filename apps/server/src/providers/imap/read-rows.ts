import type { ImapFlow } from 'imapflow';
import { ProviderError } from '../../modules/integrations/provider-error.ts';
import { fetchRows, type OpenFolder, searchUids, stillThere } from './imap-commands.ts';
import { type MailRow, readRow, rowQuery } from './mail-row.ts';
import { toRanges } from './uid-ranges.ts';

export interface ReadRows {
  rows: MailRow[];
  /** UIDs that exist, but of which the server returns no usable row; to be tried again later. */
  unreadable: number[];
}

/** When so many are missing, and nothing else is there, it is the server that is ill, and not they. */
const MAX_ALL_MISSING = 20;

/**
 * Fetches the heads of mails of the open folder. A row may be missing because the mail was deleted
 * meanwhile, or because one of the two sides cannot make sense of it; the two are told apart.
 *
 * @param expected UIDs that were unreadable before. They are not fetched alone once more: failed items
 *   are, each after its wait.
 * @throws ProviderError `temporary` when the server returns nothing of a whole page.
 */
export async function readRows(
  client: ImapFlow,
  source: string,
  folder: OpenFolder,
  uids: readonly number[],
  expected: ReadonlySet<number> = new Set(),
): Promise<ReadRows> {
  const rows = await readSome(client, source, folder, uids);
  const isRead = new Set(rows.map(({ location }) => location.uid));
  const missing = uids.filter((uid) => !isRead.has(uid));
  if (missing.length === 0) return { rows, unreadable: [] };
  const left = await existing(client, missing);
  const fresh = left.filter((uid) => !expected.has(uid));
  if (rows.length === 0 && fresh.length > MAX_ALL_MISSING) {
    throw new ProviderError('temporary', 'The mail server returned none of the mails it lists.');
  }
  const unreadable = left.filter((uid) => expected.has(uid));
  for (const uid of fresh) {
    const [row] = await readSome(client, source, folder, [uid]);
    if (row === undefined) unreadable.push(uid);
    else rows.push(row);
  }
  return { rows, unreadable };
}

async function readSome(
  client: ImapFlow,
  source: string,
  folder: OpenFolder,
  uids: readonly number[],
): Promise<MailRow[]> {
  const wanted = new Set(uids);
  const rows = await fetchRows(client, toRanges(uids), rowQuery);
  return rows.flatMap((row) => (wanted.has(row.uid) ? (readRow(source, folder, row) ?? []) : []));
}

/** What one of the two ways to ask still finds. */
async function existing(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
  const ranges = toRanges(uids);
  const found = new Set([
    ...(await searchUids(client, { uid: uids.join(',') })),
    ...(await stillThere(client, ranges)),
  ]);
  return uids.filter((uid) => found.has(uid));
}
