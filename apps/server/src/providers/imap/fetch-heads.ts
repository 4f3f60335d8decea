import type { FetchMessageObject, FetchQueryObject, ImapFlow } from 'imapflow';
import { fetchRows } from './imap-commands.ts';
import { MAX_COMMAND_BYTES, MAX_HEAD_BYTES } from './imap-limits.ts';
import { rowQuery } from './mail-row.ts';
import { toRanges } from './uid-ranges.ts';

/** Emails of one command have at most so many bytes together, and so have their heads. */
const MAX_BATCH_BYTES = MAX_COMMAND_BYTES - 2 * 1024 * 1024;
/** Larger emails that are read in one command, of each the first megabyte of its head. */
const MAX_LARGE_IN_BATCH = Math.floor(MAX_BATCH_BYTES / MAX_HEAD_BYTES);

/** The same as of other emails, as far as it is in the first megabyte of the head. */
const largeQuery: FetchQueryObject = {
  ...rowQuery,
  headers: false,
  bodyParts: [{ key: 'HEADER', maxLength: MAX_HEAD_BYTES }],
};

/**
 * Fetches the heads of emails of the open folder, in commands with a bounded response: anyone can send
 * a hundred emails whose heads have a megabyte each, which together are more than is read at once.
 * Asks for the sizes first, since no head is larger than its email.
 */
export async function fetchHeads(
  client: ImapFlow,
  uids: readonly number[],
): Promise<FetchMessageObject[]> {
  const wanted = new Set(uids);
  const sizes = await fetchRows(client, toRanges(uids), { size: true });
  const rows: FetchMessageObject[] = [];
  const fetch = async (batch: readonly number[], query: FetchQueryObject) => {
    for (const row of await fetchRows(client, toRanges(batch), query)) rows.push(row);
  };
  let batch: number[] = [];
  let bytes = 0;
  let large: number[] = [];
  for (const { uid, size = 0 } of sizes) {
    if (!wanted.delete(uid)) continue;
    if (size > MAX_BATCH_BYTES) {
      large.push(uid);
      if (large.length < MAX_LARGE_IN_BATCH) continue;
      await fetch(large, largeQuery);
      large = [];
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
  await fetch(large, largeQuery);
  return rows;
}
