import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { createInflateRaw } from 'node:zlib';
import { UnusableFileError } from '#modules/integrations/provider/file-reader.ts';
import { type Progress, readChunks } from '../file-chunks.ts';
import { MAX_ENTRIES, MAX_LIST_BYTES, TURN_MS } from '../mail-file-limits.ts';
import { entryPath } from './entry-path.ts';
import { damagedArchive, type Expand } from './expand.ts';

/** A file in an archive. Its path only says what kind of file it may be; nothing is written to it. */
export interface ArchiveEntry {
  path: string;
  /** Undefined for one that is compressed in a way that is not read. */
  chunks: AsyncIterable<Buffer> | undefined;
  /** The number of that way. */
  method?: number;
}

interface ListedEntry {
  path: string;
  method: number;
  isEncrypted: boolean;
  compressedBytes: number;
  headerAt: number;
}

const STORED = 0;
const DEFLATED = 8;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const MAX_32 = 0xffffffff;
const signatures = { end: 0x06054b50, end64: 0x06064b50, entry: 0x02014b50, header: 0x04034b50 };

/**
 * Reads the files of a zip archive in the order of its list, which is at its end.
 *
 * @throws UnusableFileError
 */
export async function* readZip(
  file: string,
  fileBytes: number,
  { progress, expand }: { progress: Progress; expand: Expand },
): AsyncGenerator<ArchiveEntry> {
  const handle = await open(file);
  try {
    const list = await readList(handle, fileBytes);
    // Before any is read: each of them costs as much as a file on the disk.
    if (countEntries(list) > MAX_ENTRIES) throw tooMany();
    let turnEnds = performance.now() + TURN_MS;
    for (const entry of listed(list)) {
      progress.signal.throwIfAborted();
      // There may be hundreds of thousands of folders, which are left out, after each other.
      if (performance.now() > turnEnds) {
        await setImmediate();
        turnEnds = performance.now() + TURN_MS;
      }
      if (entry.isEncrypted) {
        throw new UnusableFileError(
          'The archive is protected by a password. Export it without one.',
          { isPartlyUsable: true },
        );
      }
      if (entry.path.endsWith('/')) continue;
      if (![STORED, DEFLATED].includes(entry.method)) {
        yield { path: entry.path, method: entry.method, chunks: undefined };
        continue;
      }
      const header = await readAt(handle, entry.headerAt, 30);
      if (header.readUInt32LE(0) !== signatures.header) throw damagedArchive();
      const start = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
      if (entry.compressedBytes === 0) continue;
      const end = start + entry.compressedBytes - 1;
      if (end >= fileBytes) throw damagedArchive();
      // By position, since the same bytes may be read for several entries.
      progress.bytes = entry.headerAt;
      const chunks = readChunks(file, progress, { start, end });
      const inflate = entry.method === DEFLATED ? createInflateRaw() : undefined;
      yield { path: entry.path, chunks: expand(chunks, inflate) };
    }
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  // Positions of zip64 may be larger than Node.js accepts; its error would not say that the archive is damaged.
  if (!Number.isSafeInteger(position)) throw damagedArchive();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw damagedArchive();
  return buffer;
}

/** The list of all files: the central directory. */
async function readList(handle: FileHandle, fileBytes: number): Promise<Buffer> {
  if (fileBytes < END_BYTES) throw truncated();
  const tailBytes = Math.min(fileBytes, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(handle, fileBytes - tailBytes, tailBytes);
  const at = tail.lastIndexOf('PK\x05\x06', tail.length - END_BYTES, 'latin1');
  if (at === -1) throw truncated();
  let [bytes, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (bytes === MAX_32 || start === MAX_32 || tail.readUInt16LE(at + 10) === 0xffff) {
    if (at < 20) throw truncated();
    const end64At = Number(tail.readBigUInt64LE(at - 20 + 8));
    const end64 = await readAt(handle, end64At, 56);
    if (end64.readUInt32LE(0) !== signatures.end64) throw truncated();
    [bytes, start] = [Number(end64.readBigUInt64LE(40)), Number(end64.readBigUInt64LE(48))];
  }
  if (bytes > MAX_LIST_BYTES) throw tooMany();
  if (start + bytes > fileBytes) throw truncated();
  return readAt(handle, start, bytes);
}

const truncated = (): UnusableFileError =>
  new UnusableFileError(
    'The archive is damaged: the list of its files is missing. Export or download it again.',
  );

const tooMany = (): UnusableFileError =>
  new UnusableFileError(
    `The archive has more than ${MAX_ENTRIES.toLocaleString('en')} files. Export it in several parts.`,
  );

/** Counts the entries up to one that is damaged; the number that the archive states may be any. */
function countEntries(list: Buffer): number {
  let count = 0;
  for (let at = 0; at + 46 <= list.length && list.readUInt32LE(at) === signatures.entry;) {
    count += 1;
    at += 46 + list.readUInt16LE(at + 28) + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return count;
}

function* listed(list: Buffer): Generator<ListedEntry> {
  for (let at = 0; at + 46 <= list.length;) {
    if (list.readUInt32LE(at) !== signatures.entry) throw damagedArchive();
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
      list.readUInt16LE(at + offset),
    ) as [number, number, number];
    const extraAt = at + 46 + nameBytes;
    const sizes = largeSizes(list, at, list.subarray(extraAt, extraAt + extraBytes));
    yield {
      path: entryPath(list.subarray(at + 46, extraAt)),
      method: list.readUInt16LE(at + 10),
      isEncrypted: (list.readUInt16LE(at + 8) & 1) === 1,
      ...sizes,
    };
    at = extraAt + extraBytes + commentBytes;
  }
}

/** Sizes of 4 GB and more are in an extra field (zip64), in the order of the fields that lack them. */
function largeSizes(
  list: Buffer,
  at: number,
  extra: Buffer,
): Pick<ListedEntry, 'compressedBytes' | 'headerAt'> {
  const [expanded, compressed, header] = [24, 20, 42].map((offset) =>
    list.readUInt32LE(at + offset),
  ) as [number, number, number];
  const large = zip64Field(extra);
  let next = 0;
  const valueOf = (value: number): number => {
    if (value !== MAX_32 || next + 8 > large.length) return value;
    next += 8;
    return Number(large.readBigUInt64LE(next - 8));
  };
  valueOf(expanded);
  const compressedBytes = valueOf(compressed);
  return { compressedBytes, headerAt: valueOf(header) };
}

function zip64Field(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return Buffer.alloc(0);
}
