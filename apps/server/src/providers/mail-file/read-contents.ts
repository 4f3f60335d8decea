import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { MailReader } from '../mail/mime/read-mail.ts';
import { createExpand } from './archive/expand.ts';
import { readTar } from './archive/read-tar.ts';
import { type ArchiveEntry, readZip } from './archive/read-zip.ts';
import { peek, type Progress, readChunks } from './file-chunks.ts';
import type { CalendarReader } from './calendar/read-calendar.ts';
import { isExcludedPath } from './excluded-mail.ts';
import { findFormat, FORMAT_BYTES, withoutSeparator } from './find-format.ts';
import { compressedWith, findForeign, type ForeignFile, isOfOlm, olm } from './foreign-files.ts';
import { MailBytes } from './mail-bytes.ts';
import { MAX_MAIL_BYTES } from './mail-file-limits.ts';
import { envelopeOf } from './envelope.ts';
import { plainChunks } from './plain-chunks.ts';
import { splitMbox } from './split-mbox.ts';
import { splitMmdf } from './split-mmdf.ts';
import { type FoundItem, toFileItem, tooLarge } from './to-file-item.ts';
import { addUnread, type UnreadFiles } from './unread-files.ts';

/** Reads an item when it is called; one that is skipped costs nothing. */
export type ItemReader = () => FoundItem;

export interface ContentReaders {
  readMail: MailReader;
  calendars: CalendarReader;
  /** The files of an archive, and the unread ones, which the reading counts. */
  unread: UnreadFiles;
  /** The format of an unsupported file, which the reading finds. */
  foreign?: ForeignFile;
}

interface Origin extends ContentReaders {
  /** The path in an archive; undefined outside of one. */
  path?: string;
}

/** The items of a file in any format; none if it is unknown. Archives in archives are left out, and counted. */
export async function* readContents(
  file: string,
  progress: Progress,
  readers: ContentReaders,
): AsyncGenerator<ItemReader> {
  const { size } = await stat(file);
  const expand = createExpand(progress, size);
  const { start, all } = await peek(readChunks(file, progress), FORMAT_BYTES);
  const format = findFormat(start);
  if (format === 'zip') {
    await all[Symbol.asyncIterator]().return?.();
    yield* readEntries(readZip(file, size, { progress, expand }), readers);
  } else if (format === 'gzip') {
    const inner = await peek(expand(all, createGunzip()), FORMAT_BYTES);
    if (findFormat(inner.start) === 'tar') yield* readEntries(readTar(inner.all), readers);
    else yield* readPlain(inner.all, readers, readers);
  } else if (format === 'tar') yield* readEntries(readTar(all), readers);
  else yield* readPlain(all, readers, readers);
}

async function* readEntries(
  entries: AsyncIterable<ArchiveEntry>,
  readers: ContentReaders,
): AsyncGenerator<ItemReader> {
  const { unread } = readers;
  for await (const { path, chunks, method = 0 } of entries) {
    unread.total += 1;
    if (chunks === undefined) addUnread(unread, shownPath(path), compressedWith(method));
    else if (isOfOlm(path)) addUnread(unread, shownPath(path), olm);
    else yield* readPlain(chunks, { path, ...readers }, readers);
  }
}

async function* readPlain(
  chunks: AsyncIterable<Buffer>,
  origin: Origin,
  readers: ContentReaders,
): AsyncGenerator<ItemReader> {
  const peeked = await peek(chunks, FORMAT_BYTES);
  const { start, all } = plainChunks(peeked.start, peeked.all);
  const format = findFormat(start);
  if (format === 'mbox') yield* readMbox(all, origin);
  else if (format === 'mmdf') yield* readMmdf(all, origin);
  else if (format === 'mail' || format === 'emlx') yield await readOneMail(all, origin, format);
  else if (format === 'calendar') yield* readCalendarFile(all, origin);
  else {
    const kind = findForeign(peeked.start);
    if (origin.path === undefined) Object.assign(readers, { foreign: kind });
    else if (start.length > 0) addUnread(readers.unread, shownPath(origin.path), kind);
    await all[Symbol.asyncIterator]().return?.();
  }
}

async function* readMmdf(
  chunks: AsyncIterable<Buffer>,
  { path, readMail }: Origin,
): AsyncGenerator<ItemReader> {
  const isExcluded = path !== undefined && isExcludedPath(path);
  const prefix = path === undefined ? '' : `${shownPath(path)}, `;
  let number = 0;
  for await (const { bytes, size } of splitMmdf(chunks)) {
    number += 1;
    const name = `${prefix}Email ${number}`;
    yield () => toFileItem({ name, bytes, size, envelope: undefined, isExcluded }, readMail);
  }
}

async function* readMbox(
  chunks: AsyncIterable<Buffer>,
  { path, readMail }: Origin,
): AsyncGenerator<ItemReader> {
  const read: MailReader = (raw) => readMail(raw, 'mbox');
  const isExcluded = path !== undefined && isExcludedPath(path);
  const prefix = path === undefined ? '' : `${shownPath(path)}, `;
  let number = 0;
  for await (const { line, bytes, size } of splitMbox(chunks)) {
    number += 1;
    const name = `${prefix}Email ${number}`;
    yield () => toFileItem({ name, bytes, size, envelope: envelopeOf(line), isExcluded }, read);
  }
}

async function readOneMail(
  chunks: AsyncIterable<Buffer>,
  { path, readMail }: Origin,
  format: 'mail' | 'emlx',
): Promise<ItemReader> {
  const whole = await collect(chunks);
  const { size } = whole;
  const bytes = format === 'emlx' ? mailOfEmlx(whole.bytes) : withoutQuoted(whole.bytes);
  const name = path === undefined ? 'The email' : shownPath(path);
  const isExcluded = path !== undefined && isExcludedPath(path);
  return () => toFileItem({ name, bytes, size, envelope: undefined, isExcluded }, readMail);
}

/** Apple Mail writes the length of the email before it, and its own data after it. */
function mailOfEmlx(bytes: Buffer): Buffer {
  const begin = bytes.indexOf('\n') + 1;
  const length = Number.parseInt(bytes.toString('latin1', 0, begin), 10);
  return bytes.subarray(begin, begin + length);
}

function withoutQuoted(bytes: Buffer): Buffer {
  const start = bytes.toString('latin1', 0, 600);
  return bytes.subarray(start.length - withoutSeparator(start).length);
}

async function* readCalendarFile(
  chunks: AsyncIterable<Buffer>,
  { path, calendars }: Origin,
): AsyncGenerator<ItemReader> {
  const { bytes, size } = await collect(chunks);
  const name = path === undefined ? 'The calendar' : shownPath(path);
  if (size > MAX_MAIL_BYTES) {
    yield () => ({
      type: 'calendar',
      kind: 'unreadable',
      name,
      reason: tooLarge('calendar', size),
    });
    return;
  }
  const prefix = path === undefined ? '' : `${name}, `;
  for await (const item of calendars.read(bytes, prefix)) yield () => item;
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; size: number }> {
  const whole = new MailBytes();
  for await (const chunk of chunks) whole.push(chunk);
  return whole.end();
}

/** Characters of a path that are shown. */
const MAX_SHOWN = 80;

/** The end of a path for users, on one line. */
const shownPath = (path: string): string =>
  path
    .slice(-MAX_SHOWN)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
