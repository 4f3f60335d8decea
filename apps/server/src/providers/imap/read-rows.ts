import type { ImapFlow } from 'imapflow';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { fetchHeads } from './fetch-heads.ts';
import { fetchRows, type OpenFolder, searchUids, stillThere } from './imap-commands.ts';
import { MAX_START_BYTES } from './imap-limits.ts';
import { type MailRow, readRow, withIdFromStart } from './mail-row.ts';
import { toRanges } from './uid-ranges.ts';

export interface ReadRows {
  rows: MailRow[];
  /** UIDs that exist, but for which the server returns no usable row; to be retried later. */
  unreadable: number[];
}

/** If this many rows are missing and none is returned, the server is failing, not the emails. */
const MAX_ALL_MISSING = 20;

/**
 * Fetches the heads of emails of the open folder. A row may be missing because the email was
 * deleted in the meantime, or because the server or the client cannot parse it; this distinguishes
 * the two.
 *
 * @param expected UIDs that were already unreadable. They are not fetched individually again: the
 *   retries of failed items do that, each after its delay.
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
    throw new ProviderError('temporary', 'The mail server returned none of the emails it lists.');
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
  const rows: MailRow[] = [];
  await fetchHeads(client, uids, (found) => {
    const row = wanted.has(found.uid) ? readRow(source, folder, found) : undefined;
    if (row !== undefined) rows.push(row);
  });
  const unnamed = rows.flatMap(({ head, location }) => (head.messageId ? [] : [location.uid]));
  if (unnamed.length === 0) return rows;
  const starts = new Map<number, Buffer>();
  const query = { source: { start: 0, maxLength: MAX_START_BYTES } };
  for (const { uid, source: start } of await fetchRows(client, toRanges(unnamed), query)) {
    if (start !== undefined) starts.set(uid, start);
  }
  return rows.flatMap((row) => {
    if (row.head.messageId) return [row];
    const start = starts.get(row.location.uid);
    // Without it, the id would be that of another email.
    return start === undefined ? [] : [withIdFromStart(row, start)];
  });
}

/** UIDs that one of two commands still finds. */
async function existing(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
  const ranges = toRanges(uids);
  const found = new Set([
    ...(await searchUids(client, { uid: uids.join(',') })),
    ...(await stillThere(client, ranges)),
  ]);
  return uids.filter((uid) => found.has(uid));
}
