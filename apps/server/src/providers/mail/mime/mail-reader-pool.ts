import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { createFairLimiter } from '../../../platform/rate-limit/fair-limiter.ts';
import type { ParsedMail } from './mail-worker.ts';
import type { ReadMail } from './read-mail.ts';

/** Leaves one core for everything else. */
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Parsing only takes longer for email that was crafted to slow the server down. */
const READ_TIMEOUT_MS = 10_000;
/** An idle thread ends after this time, which frees its memory. */
const IDLE_TIMEOUT_MS = 30_000;
/** The longest wait of an email for those of other owners; milliseconds. */
const WAIT_TIMEOUT_MS = 60 * 60_000;
/** Per thread: an email has at most 50 MB and is in memory several times while it is parsed. */
const THREAD_MEMORY_MB = 512;
/**
 * Emails of an owner that are parsed in one turn, and their total length: to pass a small one to a
 * thread takes as long as to parse it.
 */
const MAX_TOGETHER = 10;
const MAX_LENGTH_TOGETHER = 128 * 1024;

type Raw = string | Uint8Array;

/**
 * Parses an email when it is its owner's turn: emails that take long delay those of other owners by
 * one turn at most.
 */
export type MailReaderPool = (raw: Raw, ownerId?: string) => Promise<ReadMail>;

interface Job extends PromiseWithResolvers<ReadMail> {
  raw: Raw;
  /** Whether it was in a turn that failed, and is parsed in one of its own. */
  isAlone: boolean;
}

/**
 * Parses emails in worker threads, so that a large email does not block this thread and a hostile
 * one only terminates its own.
 */
export function createMailReaderPool(timeoutMs = READ_TIMEOUT_MS): MailReaderPool {
  const pool = new Piscina<Raw[], ParsedMail[]>({
    filename: new URL('mail-worker.ts', import.meta.url).href,
    name: 'readMails',
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_TIMEOUT_MS,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  // The pool's queue stays empty, so that the timeout only covers parsing.
  const inTurn = createFairLimiter({
    perKey: MAX_THREADS,
    total: MAX_THREADS,
    waitingPerKey: Number.POSITIVE_INFINITY,
    timeoutMs: WAIT_TIMEOUT_MS,
  });
  const waiting = new Map<string, Job[]>();

  const parse = async (raws: Raw[]): Promise<ParsedMail[]> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await pool.run(raws, { signal });
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new Error('Parsing the email took too long.', { cause });
    }
  };

  /** Adds an email, and requests a turn for it; that of an earlier one may parse it, too. */
  const add = (ownerId: string, job: Job) => {
    const jobs = waiting.get(ownerId) ?? [];
    jobs.push(job);
    waiting.set(ownerId, jobs);
    inTurn(ownerId, () => takeTurn(ownerId)).catch((error: unknown) => {
      const at = jobs.indexOf(job);
      if (at >= 0) jobs.splice(at, 1);
      job.reject(error);
    });
  };

  const takeTurn = async (ownerId: string): Promise<void> => {
    const jobs = waiting.get(ownerId) ?? [];
    const batch = takeBatch(jobs);
    if (jobs.length === 0) waiting.delete(ownerId);
    if (batch.length === 0) return;
    try {
      const parsed = await parse(batch.map(({ raw }) => raw));
      for (const [index, job] of batch.entries()) settle(job, parsed[index]);
    } catch (error) {
      // One of several may have ended the thread: each is parsed by itself.
      for (const job of batch) {
        if (batch.length === 1) job.reject(error);
        else add(ownerId, Object.assign(job, { isAlone: true }));
      }
    }
  };

  return (raw, ownerId = '') => {
    const job: Job = { raw, isAlone: false, ...Promise.withResolvers<ReadMail>() };
    add(ownerId, job);
    return job.promise;
  };
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
