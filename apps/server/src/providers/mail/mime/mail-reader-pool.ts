import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { MailReader, ReadMail } from './read-mail.ts';

/** Threads that read mail; one core is left for everything else. */
const maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1));
/** A mail that takes longer was made to. Milliseconds. */
const readTimeout = 10_000;
/** A thread that has nothing to do goes after this, with its memory. Milliseconds. */
const idleTimeout = 30_000;
/** Of one thread, in MiB: a mail has 50 MB at most, and is held a few times while it is read. */
const threadMemory = 512;

interface Job {
  raw: string | Uint8Array;
  resolve: (mail: ReadMail) => void;
  reject: (error: Error) => void;
}

/**
 * Reads mails in threads beside this one, so that a large mail holds up nobody and a hostile one
 * takes down nothing but its thread.
 */
export function createMailReaderPool(timeout = readTimeout): MailReader {
  const waiting: Job[] = [];
  const idle = new Set<Worker>();
  let threads = 0;

  const assign = () => {
    while (waiting.length > 0) {
      const [worker] = idle;
      if (worker === undefined && threads >= maxThreads) return;
      const job = waiting.shift();
      if (job) read(worker ?? start(), job);
    }
  };

  const start = (): Worker => {
    threads += 1;
    const worker = new Worker(new URL('mail-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: threadMemory },
    });
    worker.unref();
    worker.once('exit', () => {
      threads -= 1;
      idle.delete(worker);
      assign();
    });
    // What goes wrong is told to the job at hand; between two jobs there is nobody to tell.
    worker.on('error', () => {});
    return worker;
  };

  const read = (worker: Worker, { raw, resolve, reject }: Job) => {
    idle.delete(worker);
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      outcome();
    };
    const onMessage = ({ mail, error }: { mail?: ReadMail; error?: string }) => {
      // Under `node --watch` a thread also tells which modules it loads.
      if (mail === undefined && error === undefined) return;
      settle(() => (mail ? resolve(mail) : reject(new Error(error))));
      rest(worker);
      assign();
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = () => settle(() => reject(new Error('The mail ended the thread that read it.')));
    const timer = setTimeout(() => {
      settle(() => reject(new Error('Parsing the email took too long.')));
      void worker.terminate();
    }, timeout);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(raw, []);
  };

  const rest = (worker: Worker) => {
    idle.add(worker);
    const since = setTimeout(
      () => idle.has(worker) && void worker.terminate(),
      idleTimeout,
    ).unref();
    worker.once('message', () => clearTimeout(since));
  };

  return (raw) =>
    new Promise((resolve, reject) => {
      waiting.push({ raw, resolve, reject });
      assign();
    });
}
