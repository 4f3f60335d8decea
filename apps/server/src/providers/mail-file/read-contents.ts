import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { MailReader } from '../mail/mime/read-mail.ts';
import { isExcludedPath, shownPath } from './archive/entry-path.ts';
import { createExpand } from './archive/expand.ts';
import { readTar } from './archive/read-tar.ts';
import { type ArchiveEntry, readZip } from './archive/read-zip.ts';
import { peek, type Progress, readChunks } from './file-chunks.ts';
import { findFormat, FORMAT_BYTES } from './find-format.ts';
import { MailBytes } from './mail-bytes.ts';
import { envelopeOf } from './mail-time.ts';
import { splitMbox, unquoteMbox } from './split-mbox.ts';
import { type FoundItem, toFileItem } from './to-file-item.ts';

/** Reads an item when it is called; one that is skipped costs nothing. */
export type ItemReader = () => FoundItem;

interface Origin {
  /** The path in an archive; undefined outside of one. */
  path?: string;
  readMail: MailReader;
}

/** The items of a file in any format; none if it is unknown. Archives in archives are left out. */
export async function* readContents(
  file: string,
  progress: Progress,
  readMail: MailReader,
): AsyncGenerator<ItemReader> {
  const { size } = await stat(file);
  const expand = createExpand(size);
  const { start, all } = await peek(readChunks(file, progress), FORMAT_BYTES);
  const format = findFormat(start);
  if (format === 'zip') {
    await all[Symbol.asyncIterator]().return?.();
    yield* readEntries(readZip(file, size, { progress, expand }), readMail);
  } else if (format === 'gzip') {
    const inner = await peek(expand(all, createGunzip()), FORMAT_BYTES);
    if (findFormat(inner.start) === 'tar') yield* readEntries(readTar(inner.all), readMail);
    else yield* readPlain(inner.all, { readMail });
  } else if (format === 'tar') yield* readEntries(readTar(all), readMail);
  else yield* readPlain(all, { readMail });
}

async function* readEntries(
  entries: AsyncIterable<ArchiveEntry>,
  readMail: MailReader,
): AsyncGenerator<ItemReader> {
  for await (const { path, chunks } of entries) yield* readPlain(chunks, { path, readMail });
}

async function* readPlain(
  chunks: AsyncIterable<Buffer>,
  origin: Origin,
): AsyncGenerator<ItemReader> {
  const { start, all } = await peek(chunks, FORMAT_BYTES);
  const format = findFormat(start);
  if (format === 'mbox') yield* readMbox(all, origin);
  else if (format === 'mail') yield await readOneMail(all, origin);
  else await all[Symbol.asyncIterator]().return?.();
}

async function* readMbox(
  chunks: AsyncIterable<Buffer>,
  { path, readMail }: Origin,
): AsyncGenerator<ItemReader> {
  const read: MailReader = (raw) =>
    readMail(typeof raw === 'string' ? raw : unquoteMbox(Buffer.from(raw)));
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
  const mail = new MailBytes();
  for await (const chunk of chunks) mail.push(chunk);
  const { bytes, size } = mail.end();
  const name = path === undefined ? 'The email' : shownPath(path);
  const isExcluded = path !== undefined && isExcludedPath(path);
  return () => toFileItem({ name, bytes, size, envelope: undefined, isExcluded }, readMail);
}
