import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { availableMemoryMb } from '#platform/available-memory.ts';
import { createTimeShare } from '#platform/rate-limit/time-share.ts';
import type { ParsedMail, RawMail } from './mail-worker.ts';
import type { MailForm, ReadMail } from './read-mail.ts';

/** Measured of one thread with the most expensive emails, buffers included; MiB. */
const MAX_MEMORY_OF_THREAD_MB = 768;
/** The part of the memory that all threads may take; mailboxes that are read may take half of it. */
const SHARE_OF_MEMORY = 1 / 4;

/** At most four, leaves one core for everything else. At least one, however little memory there is. */
export function countThreads(
  cores = availableParallelism(),
  memoryMb = availableMemoryMb(),
): number {
  const byMemory = Math.floor((memoryMb * SHARE_OF_MEMORY) / MAX_MEMORY_OF_THREAD_MB);
  return Math.max(1, Math.min(4, cores - 1, byMemory));
}

/** Parsing only takes longer for email that was crafted to slow the server down. */
const READ_TIMEOUT_MS = 10_000;
/** An idle thread ends after this time, which frees its memory. */
const IDLE_TIMEOUT_MS = 30_000;
/** Per thread: an email has at most 50 MB and is in memory several times while it is parsed. */
const THREAD_MEMORY_MB = 512;
/**
 * Emails of an owner that are parsed in one turn, and their total length: to pass a small one to a
 * thread takes as long as to parse it.
 */
const MAX_TOGETHER = 10;
const MAX_LENGTH_TOGETHER = 128 * 1024;

/**
 * Parses an email when it is its user's turn. The user whose emails took the least time comes first, so that
 * slow emails delay other users only by the ones being parsed.
 */
export type MailReaderPool = (
  raw: string | Uint8Array,
  ownerId?: string,
  form?: MailForm,
) => Promise<ReadMail>;

interface Job extends RawMail, PromiseWithResolvers<ReadMail> {
  /** Whether it was in a turn that failed, and is parsed in one of its own. */
  isAlone: boolean;
}

/**
 * Parses emails in worker threads, so that a large email does not block this thread and a hostile
 * one only terminates its own.
 */
export function createMailReaderPool({
  timeoutMs = READ_TIMEOUT_MS,
  memoryMb = THREAD_MEMORY_MB,
} = {}): MailReaderPool {
  const threads = countThreads();
  const pool = new Piscina<RawMail[], ParsedMail[]>({
    filename: new URL('mail-worker.ts', import.meta.url).href,
    name: 'readMails',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_TIMEOUT_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  // A thread may reach its memory limit right after its task was given up: then there is no task to
  // fail, and an error without a listener would end the process.
  pool.on('error', (error: Error) => process.emitWarning(error));
  // The pool's queue stays empty, so that the timeout only covers parsing.
  const inTurn = createTimeShare(threads);
  const waiting = new Map<string, Job[]>();

  const parse = async (mails: RawMail[]): Promise<ParsedMail[]> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await pool.run(mails, { signal });
    } catch (cause) {
      throw new Error(reasonOf(cause, signal.aborted), { cause });
    }
  };

  /** Adds an email, and requests a turn for it; that of an earlier one may parse it, too. */
  const add = (ownerId: string, job: Job) => {
    const jobs = waiting.get(ownerId) ?? [];
    jobs.push(job);
    waiting.set(ownerId, jobs);
    void inTurn(ownerId, () => takeTurn(ownerId));
  };

  const takeTurn = async (ownerId: string): Promise<void> => {
    const jobs = waiting.get(ownerId) ?? [];
    const batch = takeBatch(jobs);
    if (jobs.length === 0) waiting.delete(ownerId);
    if (batch.length === 0) return;
    try {
      const parsed = await parse(batch.map(({ raw, form }) => ({ raw, form })));
      for (const [index, job] of batch.entries()) settle(job, parsed[index]);
    } catch (error) {
      // One of several may have ended the thread: each is parsed by itself.
      for (const job of batch) {
        if (batch.length === 1) job.reject(error);
        else add(ownerId, Object.assign(job, { isAlone: true }));
      }
    }
  };

  return (raw, ownerId = '', form = 'plain') => {
    const job: Job = { raw, form, isAlone: false, ...Promise.withResolvers<ReadMail>() };
    add(ownerId, job);
    return job.promise;
  };
}

/** The message for users when the thread of an email has ended. */
function reasonOf(error: unknown, isLate: boolean): string {
  if (isLate) return 'Reading the email took too long. Open it in your mail program.';
  const isMemory = (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory
    ? 'The email needs too much memory to be read. Open it in your mail program.'
    : 'The email could not be read. Open it in your mail program.';
}

/** Removes the first of the waiting emails, as many as are parsed together. */
function takeBatch(jobs: Job[]): Job[] {
  let count = 0;
  let length = 0;
  for (const { raw, isAlone } of jobs) {
    length += raw.length;
    if (count > 0 && (isAlone || length > MAX_LENGTH_TOGETHER)) break;
    count += 1;
    if (isAlone || count === MAX_TOGETHER) break;
  }
  return jobs.splice(0, count);
}

function settle({ resolve, reject }: Job, parsed: ParsedMail | undefined): void {
  if (parsed !== undefined && 'mail' in parsed) resolve(parsed.mail);
  else reject(parsed?.error);
}

/**
 * The threads of this process. Mailboxes of every provider and uploaded files share them, so that they
 * are limited once, and an owner has one turn however many mailboxes they have connected.
 */
export const readMailInTurn: MailReaderPool = createMailReaderPool();
