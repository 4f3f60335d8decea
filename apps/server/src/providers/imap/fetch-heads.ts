import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from 'imapflow';
import { isRefusal } from './folder-problem.ts';
import { fetchRows, searchUids } from './imap-commands.ts';
import { MAX_COMMAND_BYTES, MAX_HEAD_BYTES, PAGE_SIZE } from './imap-limits.ts';
import { rowQuery } from './mail-row.ts';
import { toRanges, writeRanges } from './uid-ranges.ts';

/** Emails of one command have at most so many bytes together, and so have their heads. */
const MAX_BATCH_BYTES = MAX_COMMAND_BYTES - 2 * 1024 * 1024;
/** As many emails of this size as a page has fit into one command, so that their exact sizes are not needed. */
const USUAL_BYTES = Math.floor(MAX_BATCH_BYTES / PAGE_SIZE);
/** Larger emails that are read in one command, of each the first megabyte of its head. */
const MAX_LARGEST_IN_BATCH = Math.floor(MAX_BATCH_BYTES / MAX_HEAD_BYTES);

/** The items of other emails, as far as the first megabyte of the head contains them. */
const largestQuery: FetchQueryObject = {
  ...rowQuery,
  headers: false,
  bodyParts: [{ key: 'HEADER', maxLength: MAX_HEAD_BYTES }],
};

/**
 * Fetches the heads of emails in the open folder, in commands with a bounded response: anyone can send a
 * hundred emails with heads of a megabyte each, more together than may be read at once. No head is larger
 * than its email.
 *
 * @param receive called with each row as soon as its command has ended, so that memory does not fill
 *   with all of them.
 */
export async function fetchHeads(
  client: ImapFlow,
  uids: readonly number[],
  receive: (row: FetchMessageObject) => void,
): Promise<void> {
  if (uids.length === 0) return;
  const sizes = await readLargeSizes(client, uids);
  const fetch = async (batch: readonly number[], query: FetchQueryObject) => {
    for (const row of await fetchRows(client, toRanges(batch), query)) receive(row);
  };
  let batch: number[] = [];
  let bytes = 0;
  let largest: number[] = [];
  for (const uid of uids) {
    const size = sizes.get(uid) ?? USUAL_BYTES;
    if (size > MAX_HEAD_BYTES) {
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
}

/**
 * The sizes of unusually large emails; bytes. Most pages have few, and a search finds them. An email without
 * a size from the server may be of any size.
 */
async function readLargeSizes(
  client: ImapFlow,
  uids: readonly number[],
): Promise<Map<number, number>> {
  const wanted = new Set(uids);
  const query = { uid: writeRanges(toRanges(uids)), larger: USUAL_BYTES };
  const large = (await searchOrAll(client, query, uids)).filter((uid) => wanted.has(uid));
  const sizes = new Map(large.map((uid) => [uid, Number.POSITIVE_INFINITY]));
  for (const { uid, size } of await fetchRows(client, toRanges(large), { size: true })) {
    if (size) sizes.set(uid, size);
  }
  return sizes;
}

/** A server that refuses the search tells all sizes. */
async function searchOrAll(
  client: ImapFlow,
  query: SearchObject,
  all: readonly number[],
): Promise<readonly number[]> {
  try {
    return await searchUids(client, query);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return all;
  }
}
