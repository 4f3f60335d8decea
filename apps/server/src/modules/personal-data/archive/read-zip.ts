import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** The file is no zip archive as `writeZip` writes it, or was cut off or changed. */
export class DamagedArchiveError extends Error {
  override name = 'DamagedArchiveError';
}

interface Entry {
  /** Bytes in the archive. */
  size: number;
  headerAt: number;
}

/** The files of an archive, each of which can be read as a stream. */
export interface ZipArchive {
  names: string[];
  /** @throws DamagedArchiveError while it is read */
  read: (name: string) => AsyncIterable<Buffer>;
  close: () => Promise<void>;
}

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
/** Far above the list of all tables. */
const MAX_LIST_BYTES = 1_000_000;
const MAX_32 = 0xffffffff;
const DEFLATED = 8;

/**
 * Opens an archive that `writeZip` wrote, by the list at its end.
 *
 * @throws DamagedArchiveError
 */
export async function openZip(file: string): Promise<ZipArchive> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const entries = readEntries(await readList(handle, size));
    return {
      names: [...entries.keys()],
      async *read(name) {
        const entry = entries.get(name);
        if (entry === undefined) throw new DamagedArchiveError(`${name} is missing`);
        const header = await readAt(handle, entry.headerAt, 30);
        if (header.readUInt32LE(0) !== 0x04034b50)
          throw new DamagedArchiveError('A header is wrong');
        const start = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
        if (start + entry.size > size) throw new DamagedArchiveError(`${name} is cut off`);
        yield* inflate(file, start, entry.size);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* inflate(file: string, start: number, size: number): AsyncGenerator<Buffer> {
  if (size === 0) return;
  const inflated = createInflateRaw();
  // An error of the file reaches the reader through the stream that it reads.
  pipeline(createReadStream(file, { start, end: start + size - 1 }), inflated, () => {});
  try {
    for await (const chunk of inflated) yield chunk as Buffer;
  } catch (cause) {
    throw new DamagedArchiveError('Its content cannot be unpacked', { cause });
  } finally {
    inflated.destroy();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position)) throw new DamagedArchiveError('A position is wrong');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new DamagedArchiveError('It is cut off');
  return buffer;
}

/** The list of all files, at the end. */
async function readList(handle: FileHandle, size: number): Promise<Buffer> {
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  const at = tail.lastIndexOf('PK\x05\x06', Math.max(tail.length - END_BYTES, 0), 'latin1');
  if (at === -1) throw new DamagedArchiveError('The list of its files is missing');
  let [bytes, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (bytes === MAX_32 || start === MAX_32) {
    if (at < 20) throw new DamagedArchiveError('The list of its files is missing');
    const end64 = await readAt(handle, Number(tail.readBigUInt64LE(at - 12)), 56);
    [bytes, start] = [Number(end64.readBigUInt64LE(40)), Number(end64.readBigUInt64LE(48))];
  }
  if (bytes > MAX_LIST_BYTES) throw new DamagedArchiveError('It has too many files');
  return readAt(handle, start, bytes);
}

function readEntries(list: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at < list.length;) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== 0x02014b50) {
      throw new DamagedArchiveError('The list of its files is wrong');
    }
    const nameEnd = at + 46 + list.readUInt16LE(at + 28);
    const extraEnd = nameEnd + list.readUInt16LE(at + 30);
    const name = list.toString('utf8', at + 46, nameEnd);
    if (list.readUInt16LE(at + 10) !== DEFLATED || entries.has(name)) {
      throw new DamagedArchiveError(`${name} is not as this program writes it`);
    }
    entries.set(name, sizesOf(list, at, list.subarray(nameEnd, extraEnd)));
    at = extraEnd + list.readUInt16LE(at + 32);
  }
  return entries;
}

/** From 4 GB on they are in a further field, in the order of the fields that lack them. */
function sizesOf(list: Buffer, at: number, extra: Buffer): Entry {
  const large = zip64Field(extra);
  let next = 0;
  const valueAt = (offset: number): number => {
    const value = list.readUInt32LE(at + offset);
    if (value !== MAX_32 || next + 8 > large.length) return value;
    next += 8;
    return Number(large.readBigUInt64LE(next - 8));
  };
  valueAt(24);
  const size = valueAt(20);
  return { size, headerAt: valueAt(42) };
}

function zip64Field(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return Buffer.alloc(0);
}
