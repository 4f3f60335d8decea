import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import type { MailReader, ReadMail } from './read-mail.ts';

/** Leaves one core for everything else. */
const MAX_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Parsing only takes longer for email that was crafted to slow the server down. */
const READ_TIMEOUT_MS = 10_000;
/** An idle thread ends after this time, which frees its memory. */
const IDLE_TIMEOUT_MS = 30_000;
/** Per thread: an email has at most 50 MB and is in memory several times while it is parsed. */
const THREAD_MEMORY_MB = 512;

/**
 * Parses emails in worker threads, so that a large email does not block this thread and a hostile
 * one only terminates its own.
 */
export function createMailReaderPool(timeoutMs = READ_TIMEOUT_MS): MailReader {
  const pool = new Piscina<string | Uint8Array, ReadMail>({
    filename: new URL('mail-worker.ts', import.meta.url).href,
    name: 'readMail',
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_TIMEOUT_MS,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  // The pool's queue stays empty, so that the timeout only covers parsing.
  const limit = pLimit(MAX_THREADS);
  return (raw) =>
    limit(async () => {
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await pool.run(raw, { signal });
      } catch (cause) {
        if (!signal.aborted) throw cause;
        throw new Error('Parsing the email took too long.', { cause });
      }
    });
}
