import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow';
import { fetchRows, searchUids } from './imap-commands.ts';
import { MAX_COMMAND_BYTES, MAX_HEAD_BYTES, PAGE_SIZE } from './imap-limits.ts';
import { rowQuery } from './mail-row.ts';
import { toRanges, writeRanges } from './uid-ranges.ts';

/** Emails of one command have at most so many bytes together, and so have their heads. */
const MAX_BATCH_BYTES = MAX_COMMAND_BYTES - 2 * 1024 * 1024;
/** As many emails of this size as a page has fit into one command, so that their exact sizes are not needed. */
const USUAL_BYTES = Math.floor(MAX_BATCH_BYTES / PAGE_SIZE);
/** Emails above the limit that are read in one command, of each the first megabyte of its head. */
const MAX_LARGEST_IN_BATCH = Math.floor(MAX_BATCH_BYTES / MAX_HEAD_BYTES);

/** The same as of other emails, as far as it is in the first megabyte of the head. */
const largestQuery: FetchQueryObject = {
  ...rowQuery,
  headers: false,
  bodyParts: [{ key: 'HEADER', maxLength: MAX_HEAD_BYTES }],
};

/**
 * Fetches the heads of emails of the open folder, in commands with a bounded response: anyone can send
 * a hundred emails whose heads have a megabyte each, which together are more than is read at once.
 * No head is larger than its email.
 */
export async function fetchHeads(
  client: ImapFlow,
  uids: readonly number[],
): Promise<FetchMessageObject[]> {
  if (uids.length === 0) return [];
  const sizes = await readLargeSizes(client, uids);
  const rows: FetchMessageObject[] = [];
  const fetch = async (batch: readonly number[], query: FetchQueryObject) => {
    for (const row of await fetchRows(client, toRanges(batch), query)) rows.push(row);
  };
  let batch: number[] = [];
  let bytes = 0;
  let largest: number[] = [];
  for (const uid of uids) {
    const size = sizes.get(uid) ?? USUAL_BYTES;
    if (size > MAX_BATCH_BYTES) {
      largest.push(uid);
      if (largest.length < MAX_LARGEST_IN_BATCH) continue;
      await fetch(largest, largestQuery);
      largest = [];
      continue;
    }
    if (bytes + size > MAX_BATCH_BYTES) {
      await fetch(batch, rowQuery);
      [batch, bytes] = [[], 0];
    }
    batch.push(uid);
    bytes += size;
  }
  await fetch(batch, rowQuery);
  await fetch(largest, largestQuery);
  return rows;
}

/** The sizes of those that are larger than usual; bytes. Most pages have few, which a search finds. */
async function readLargeSizes(
  client: ImapFlow,
  uids: readonly number[],
): Promise<Map<number, number>> {
  const wanted = new Set(uids);
  const query = { uid: writeRanges(toRanges(uids)), larger: USUAL_BYTES };
  const large = (await searchUids(client, query)).filter((uid) => wanted.has(uid));
  const rows = await fetchRows(client, toRanges(large), { size: true });
  return new Map(rows.map(({ uid, size = 0 }) => [uid, size]));
}
