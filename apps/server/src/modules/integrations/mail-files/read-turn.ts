import { stat } from 'node:fs/promises';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { readOwnAddresses } from '../../relationships/owner-addresses.ts';
import { type FileItem, type FileReader, UnusableFileError } from '../provider/file-reader.ts';
import { findFile, type MailFileRow } from './describe-file.ts';
import { forgetItems } from './file-items.ts';
import {
  endFileLease,
  type FileLease,
  FileLeaseLostError,
  hasWaitingFile,
  leaseSeconds,
  renewFileLease,
} from '../file-lease.ts';
import { checkBatch, importBatch, storePosition, type Tally } from './read-batch.ts';
import { removeSpoolFile, spoolFile } from './spool.ts';

/** Limits of one batch of a file: items, their bytes in memory, and milliseconds. */
const MAX_BATCH = 200;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const BATCH_MS = 1_000;
/** Characters of the message about a file as a whole. */
const MAX_MESSAGE = 2_000;
/** The pause of a file after an unexpected failure; seconds. */
const RETRY_SECONDS = 30;

export interface ReadOptions {
  /** Ends the turn when the process stops. */
  stopping: AbortSignal;
  /** After this time the turn ends if another file waits; milliseconds. */
  turnMs: number;
}

type FileContext = Pick<Context, 'db' | 'log' | 'config'>;

/** Reads a file for one turn: until its end, or until another file has waited long enough. */
export async function readTurn(
  context: FileContext,
  reader: FileReader,
  lease: FileLease,
  { stopping, turnMs }: ReadOptions,
): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewFileLease(context.db, lease)
      .then((isHeld) => isHeld || lost.abort())
      .catch((err: unknown) => context.log.warn({ err }, 'a lease was not renewed'));
  }, leaseSeconds * 333).unref();
  const signal = AbortSignal.any([stopping, lost.signal]);
  try {
    const row = await findFile(context.db, lease);
    const ending = await readOn(context, reader, lease, { row, signal, turnMs });
    if (ending === undefined) await endFileLease(context.db, lease, 0);
    else await finish(context, lease, ending);
  } catch (error) {
    if (error instanceof FileLeaseLostError || lost.signal.aborted) return;
    const wait = signal.aborted ? 0 : RETRY_SECONDS;
    if (!signal.aborted) context.log.error({ err: error, file: lease.id }, 'a file was not read');
    await endFileLease(context.db, lease, wait);
  } finally {
    clearInterval(renewal);
  }
}

/** The state in which reading a file ends, and why. */
interface Ending {
  state: 'ready' | 'finished' | 'failed';
  message: string | undefined;
}

/** @returns undefined when the turn is over and the file is not. */
async function readOn(
  context: FileContext,
  reader: FileReader,
  lease: FileLease,
  { row, signal, turnMs }: { row: MailFileRow; signal: AbortSignal; turnMs: number },
): Promise<Ending | undefined> {
  const tally = tallyOf(row);
  const readBatch = lease.state === 'checking' ? checkBatch : importBatch;
  const reading = { context, lease, provider: reader.id };
  const file = spoolFile(context.config.dataDir, lease);
  const begun = performance.now();
  const notices: string[] = [];
  let batch: FileItem[] = [];
  let [bytes, batchBegun, turnEnds] = [0, begun, Number.POSITIVE_INFINITY];
  const messageOf = (...texts: string[]) =>
    texts.length === 0 ? undefined : texts.join(' ').slice(0, MAX_MESSAGE);
  const store = async () => {
    if (batch.length > 0) await readBatch(reading, tally, batch);
    [batch, bytes, batchBegun] = [[], 0, performance.now()];
  };
  try {
    if ((await stat(file)).size !== row.size) return { state: 'failed', message: incomplete };
    const addresses = await readOwnAddresses(context.db, lease.ownerId);
    const options = { ownerId: lease.ownerId, skip: tally.items, signal, addresses };
    for await (const item of reader.read(file, options)) {
      // Finding the position again takes time too. A turn should not consist of that alone.
      if (turnEnds === Number.POSITIVE_INFINITY && item.passed >= row.passed) {
        turnEnds = begun + turnMs + 3 * (performance.now() - begun);
      }
      if (item.kind === 'notice') {
        notices.push(item.text);
        continue;
      }
      const now = performance.now();
      if (item.kind === 'nothing') {
        await store();
        if (item.passed > tally.passed) await storePosition(reading, tally, item);
      } else {
        batch.push(item);
        bytes += item.kind === 'activity' ? item.size : 0;
        const isFull = batch.length >= MAX_BATCH || bytes >= MAX_BATCH_BYTES;
        if (!isFull && now - batchBegun < BATCH_MS) continue;
        await store();
      }
      if (now > turnEnds && (await hasWaitingFile(context.db))) return undefined;
    }
    await store();
  } catch (error) {
    signal.throwIfAborted();
    if (isMissing(error)) return { state: 'failed', message: missing };
    if (!(error instanceof UnusableFileError)) throw error;
    if (!error.isPartlyUsable) return { state: 'failed', message: error.message };
    await store();
    return {
      state: lease.state === 'checking' ? 'ready' : 'finished',
      message: messageOf(error.message, ...notices),
    };
  }
  const state = lease.state === 'checking' ? 'ready' : 'finished';
  return { state, message: messageOf(...notices) };
}

const missing =
  'The uploaded file is no longer on this server. What was imported stays. Upload it again.';

const incomplete =
  'The file is not complete on this server: its size is not that of the file that was uploaded. What was imported stays. Upload it again.';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

function tallyOf(row: MailFileRow): Tally {
  return {
    items: row.items,
    bytes_read: row.bytes_read,
    passed: row.passed,
    found: row.found,
    concerned: row.concerned,
    imported: row.imported,
    excluded: row.excluded,
    unreadable: row.unreadable,
    meetings: row.meetings,
    since: row.since,
    until: row.until,
    domains: { ...row.domains },
    problems: [...row.problems],
  };
}

/** The uploaded file is deleted unless the user still has to decide about it. */
async function finish(
  { db, config }: FileContext,
  lease: FileLease,
  { state, message }: Ending,
): Promise<void> {
  const finished = await db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('mail_files')
      .set({
        state,
        ...(message !== undefined && { message }),
        lease_id: null,
        lease_until: null,
        changed_at: sql<Date>`now()`,
        ...(state !== 'ready' && { finished_at: sql<Date>`now()` }),
      })
      .where('owner_id', '=', lease.ownerId)
      .where('id', '=', lease.id)
      .where('lease_id', '=', lease.leaseId)
      .returning('id')
      .executeTakeFirst();
    if (updated !== undefined && state !== 'ready') await forgetItems(tx, lease);
    return updated;
  });
  if (finished === undefined || state === 'ready') return;
  await removeSpoolFile(config.dataDir, lease);
  await forgetOldest(db, lease.ownerId);
}

async function forgetOldest(db: Context['db'], ownerId: string): Promise<void> {
  await sql`delete from mail_files where owner_id = ${ownerId} and id in (
    select id from mail_files where owner_id = ${ownerId} and state in ('finished', 'failed')
    order by finished_at desc nulls last offset ${limits.finishedMailFiles})`.execute(db);
}
