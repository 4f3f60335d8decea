import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { MailReader } from '../mail/mime/read-mail.ts';
import { createExpand } from './archive/expand.ts';
import { readTar } from './archive/read-tar.ts';
import { type ArchiveEntry, readZip } from './archive/read-zip.ts';
import { peek, type Progress, readChunks } from './file-chunks.ts';
import type { CalendarReader } from './calendar/read-calendar.ts';
import { isExcludedPath } from './excluded-mail.ts';
import { findFormat, FORMAT_BYTES } from './find-format.ts';
import { MailBytes } from './mail-bytes.ts';
import { MAX_MAIL_BYTES } from './mail-file-limits.ts';
import { envelopeOf } from './mail-time.ts';
import { splitMbox } from './split-mbox.ts';
import { type FoundItem, toFileItem, tooLarge } from './to-file-item.ts';

/** Reads an item when it is called; one that is skipped costs nothing. */
export type ItemReader = () => FoundItem;

/** The readers of what a file may contain. */
export interface ContentReaders {
  readMail: MailReader;
  calendars: CalendarReader;
}

interface Origin extends ContentReaders {
  /** The path in an archive; undefined outside of one. */
  path?: string;
}

/** The items of a file in any format; none if it is unknown. Archives in archives are left out. */
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
    else yield* readPlain(inner.all, readers);
  } else if (format === 'tar') yield* readEntries(readTar(all), readers);
  else yield* readPlain(all, readers);
}

async function* readEntries(
  entries: AsyncIterable<ArchiveEntry>,
  readers: ContentReaders,
): AsyncGenerator<ItemReader> {
  for await (const { path, chunks } of entries) yield* readPlain(chunks, { path, ...readers });
}

async function* readPlain(
  chunks: AsyncIterable<Buffer>,
  origin: Origin,
): AsyncGenerator<ItemReader> {
  const { start, all } = await peek(chunks, FORMAT_BYTES);
  const format = findFormat(start);
  if (format === 'mbox') yield* readMbox(all, origin);
  else if (format === 'mail') yield await readOneMail(all, origin);
  else if (format === 'calendar') yield* readCalendarFile(all, origin);
  else await all[Symbol.asyncIterator]().return?.();
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
): Promise<ItemReader> {
  const { bytes, size } = await collect(chunks);
  const name = path === undefined ? 'The email' : shownPath(path);
  const isExcluded = path !== undefined && isExcludedPath(path);
  return () => toFileItem({ name, bytes, size, envelope: undefined, isExcluded }, readMail);
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
