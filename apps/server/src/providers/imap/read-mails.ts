import type { ImapFlow } from 'imapflow';
import type { ItemLocation } from '#modules/integrations/provider/item-location.ts';
import { ProviderError } from '#modules/integrations/provider-error.ts';
import { fetchRows, openFolder, renumbered } from './imap-commands.ts';
import type { ImapConnection } from './imap-connection.ts';
import { MAX_BATCH, MAX_BATCH_BYTES, MAX_HEAD_BYTES, MAX_MAIL_BYTES } from './imap-limits.ts';
import type { MailRow } from './mail-row.ts';
import { toRanges } from './uid-ranges.ts';

interface Job {
  row: MailRow;
  resolve: (source: Buffer | undefined) => void;
  reject: (error: unknown) => void;
}

export interface SourceReader {
  /**
   * Reads a whole email. Undefined when it is no longer at its location.
   *
   * @throws Error when it is too large to be read; ProviderError when the server fails, or has
   *   renumbered the folder.
   */
  read: (row: MailRow) => Promise<Buffer | undefined>;
  /** To be called when so many bytes of emails that were read are no longer needed. */
  release: (bytes: number) => void;
}

/**
 * Reads emails in batches. Requests that arrive while the connection is busy are fetched with one command,
 * since some servers need 50 ms per command. The next batch is fetched while the last one is parsed, once all
 * but `MAX_BATCH_BYTES` are released. After a batch failed, its emails are fetched one by one, so that one
 * that breaks the connection does not block the others.
 *
 * @param headsAlone whether the connection returns the heads of emails alone, so that their size does not matter.
 */
export function createSourceReader({ run }: ImapConnection, headsAlone = false): SourceReader {
  const waiting: Job[] = [];
  const alone = new Set<string>();
  let isRunning = false;
  let unreleased = 0;
  let resume = () => {};

  const work = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      if (unreleased > MAX_BATCH_BYTES) {
        await new Promise<void>((resolve) => (resume = resolve));
      }
      const batch = takeBatch(waiting, alone, headsAlone ? MAX_HEAD_BYTES : MAX_MAIL_BYTES);
      try {
        const sources = await run((client) => fetchSources(client, batch));
        for (const { row, resolve } of batch) {
          const source = sources.get(row.location.uid);
          unreleased += source?.byteLength ?? 0;
          resolve(source);
        }
      } catch (error) {
        for (const { row, reject } of batch) {
          alone.add(row.location.id);
          reject(error);
        }
      }
    }
    isRunning = false;
  };

  const read: SourceReader['read'] = (row) => {
    const size = Math.round(row.size / 1024 / 1024);
    if (row.size > MAX_MAIL_BYTES && !headsAlone) {
      return Promise.reject(
        new Error(
          `The email is too large to be read: ${size} MB of at most ${MAX_MAIL_BYTES / 1024 / 1024} MB.`,
        ),
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
    waiting.push({ row, resolve, reject });
    // Waits for emails that are requested in the same turn of the event loop.
    if (!isRunning) queueMicrotask(() => isRunning || void work());
    return promise;
  };

  return {
    read,
    release: (bytes) => {
      // Emails of a process that has ended may be released here.
      unreleased = Math.max(0, unreleased - bytes);
      if (unreleased <= MAX_BATCH_BYTES) resume();
    },
  };
}

/**
 * Emails of one folder, as many as fit in memory at once. A folder that replaced another of its name is not
 * the same: its UIDs belong to other emails.
 */
function takeBatch(waiting: Job[], alone: ReadonlySet<string>, maxBytes: number): Job[] {
  const [first] = waiting;
  const batch: Job[] = [];
  const sizeOf = ({ row }: Job) => Math.min(row.size, maxBytes);
  let bytes = 0;
  const candidates = waiting.slice();
  for (const job of candidates) {
    const isSame = first !== undefined && isSameFolder(job.row.location, first.row.location);
    const isSingle = alone.has(job.row.location.id);
    if (batch.length > 0) {
      if (!isSame || isSingle || bytes + sizeOf(job) > MAX_BATCH_BYTES) continue;
    }
    batch.push(job);
    waiting.splice(waiting.indexOf(job), 1);
    bytes += sizeOf(job);
    if (isSingle || batch.length >= MAX_BATCH) break;
  }
  return batch;
}

const isSameFolder = (one: ItemLocation, other: ItemLocation): boolean =>
  one.folder === other.folder && one.validity === other.validity;

async function fetchSources(client: ImapFlow, batch: readonly Job[]): Promise<Map<number, Buffer>> {
  const locations = batch.map(({ row }) => row.location);
  const [{ folder, validity } = noLocation] = locations;
  const opened = await openFolder(client, folder);
  const sources = new Map<number, Buffer>();
  if (opened.validity !== validity) throw renumbered();
  const wanted = toRanges(locations.map(({ uid }) => uid));
  for (const { uid, source } of await fetchRows(client, wanted, { source: true })) {
    if (source !== undefined) sources.set(uid, source);
  }
  const missing = locations.filter(({ uid }) => !sources.has(uid));
  // A server may omit a row or its contents; only an email that it no longer has is deleted.
  const left = await fetchRows(client, toRanges(missing.map(({ uid }) => uid)), {});
  if (left.length > 0 && batch.length === 1) {
    throw new Error('The mail server lists this email and does not return it.');
  }
  if (left.length > 0) {
    throw new ProviderError('temporary', 'The mail server did not return all emails.');
  }
  return sources;
}

const noLocation: ItemLocation = { id: '', folder: '', validity: 0, uid: 0 };
