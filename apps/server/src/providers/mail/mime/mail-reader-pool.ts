import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { createFairLimiter } from '../../../platform/rate-limit/fair-limiter.ts';
import type { ReadMail } from './read-mail.ts';

/** Leaves one core for everything else. */
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Parsing only takes longer for email that was crafted to slow the server down. */
const READ_TIMEOUT_MS = 10_000;
/** An idle thread ends after this time, which frees its memory. */
const IDLE_TIMEOUT_MS = 30_000;
/** How long an email may wait for those of other mailboxes; milliseconds. */
const WAIT_TIMEOUT_MS = 60 * 60_000;
/** Per thread: an email has at most 50 MB and is in memory several times while it is parsed. */
const THREAD_MEMORY_MB = 512;

/**
 * Parses an email when it is its mailbox's turn: emails that take long delay those of other
 * mailboxes by one at most.
 */
export type MailReaderPool = (raw: string | Uint8Array, mailbox?: string) => Promise<ReadMail>;

/**
 * Parses emails in worker threads, so that a large email does not block this thread and a hostile
 * one only terminates its own.
 */
export function createMailReaderPool(timeoutMs = READ_TIMEOUT_MS): MailReaderPool {
  const pool = new Piscina<string | Uint8Array, ReadMail>({
    filename: new URL('mail-worker.ts', import.meta.url).href,
    name: 'readMail',
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
  return (raw, mailbox = '') =>
    inTurn(mailbox, async () => {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await pool.run(raw, { signal });
      } catch (cause) {
        if (!signal.aborted) throw cause;
        throw new Error('Parsing the email took too long.', { cause });
      }
    });
}
