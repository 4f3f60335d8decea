import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import {
  type FileItem,
  type FileReader,
  UnusableFileError,
} from '#modules/integrations/provider/file-reader.ts';
import { readMailInTurn } from '../mail/mime/mail-reader-pool.ts';
import { createCalendarReader } from './calendar/read-calendar.ts';
import type { Progress } from './file-chunks.ts';
import { MAX_ITEMS, NOTHING_MS, TURN_MS } from './mail-file-limits.ts';
import { type ContentReaders, readContents } from './read-contents.ts';
import { noticesOf, whyNothing } from './notices.ts';
import { createUnread } from './unread-files.ts';

type ReadOptions = Parameters<FileReader['read']>[1];

/**
 * Files with emails and calendars that a user exported elsewhere. See the README in this folder.
 *
 * @param nothingMs how long nothing may be found before the reading can be interrupted; milliseconds.
 */
export function createMailFileReader(nothingMs = NOTHING_MS): FileReader {
  return {
    id: 'mail_file',
    read: (file, options) => readFile(file, options, nothingMs),
  };
}

async function* readFile(
  file: string,
  { ownerId, skip, signal, addresses }: ReadOptions,
  nothingMs: number,
): AsyncGenerator<FileItem> {
  const ended = new AbortController();
  const throwIfAborted = () => {
    signal.throwIfAborted();
    ended.signal.throwIfAborted();
  };
  const progress: Progress = { bytes: 0, passed: 0, signal: { throwIfAborted } };
  const position = () => ({ bytesRead: progress.bytes, passed: progress.passed });
  const { mtimeMs } = await stat(file);
  const calendars = createCalendarReader(addresses, mtimeMs);
  const readers: ContentReaders = {
    readMail: (raw, form) => readMailInTurn(raw, ownerId, form),
    calendars,
    unread: createUnread(),
  };
  const contents = readContents(file, progress, readers);
  let count = 0;
  let turnEnds = performance.now() + TURN_MS;
  let next = contents.next();
  try {
    for (;;) {
      const found = await unlessLate(next, nothingMs);
      signal.throwIfAborted();
      if (found === undefined) {
        yield { kind: 'nothing', type: 'email', name: '', ...position() };
        continue;
      }
      if (found.done) break;
      if (performance.now() > turnEnds) {
        await setImmediate();
        turnEnds = performance.now() + TURN_MS;
      }
      count += 1;
      if (count > MAX_ITEMS) {
        throw new UnusableFileError(
          `The file has more than ${MAX_ITEMS.toLocaleString('en')} emails and meetings. Split it into several files.`,
          { isPartlyUsable: true },
        );
      }
      if (count > skip) yield { ...found.value(), ...position() };
      next = contents.next();
    }
    for (const text of noticesOf(readers)) {
      yield { kind: 'notice', type: 'email', name: '', text, ...position() };
    }
  } finally {
    // Closes the file, even when the search found nothing.
    ended.abort();
    await next.catch(() => {});
    await contents.return(undefined);
  }
  if (count === 0) {
    throw new UnusableFileError(whyNothing(readers));
  }
}

/** Undefined if the result takes longer. */
async function unlessLate<Result>(
  result: Promise<Result>,
  milliseconds: number,
): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), milliseconds);
  try {
    return await Promise.race([result, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
