import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { centralEntry, dataDescriptor, endOfArchive, localHeader } from './zip-records.ts';

/** A file of an archive that is being written. */
export interface ZipFile {
  name: string;
  /** Read once, when the files before it are written. */
  content: AsyncIterable<string> | Iterable<string>;
}

/** The sizes of an entry are written with 32 bits, which every program reads. */
const MAX_ENTRY_BYTES = 4 * 1024 ** 3 - 1;

/**
 * Writes a zip archive as a stream, in constant memory: sizes and checksum of a file follow its content. An archive of
 * more than 4 GiB is one of ZIP64.
 *
 * @throws an error for a file that compresses to 4 GiB or more, or that has as much content.
 */
export async function* writeZip(
  files: AsyncIterable<ZipFile>,
  modified: Date,
): AsyncGenerator<Buffer> {
  const central: Buffer[] = [];
  let position = 0;
  for await (const { name, content } of files) {
    const entry = { name, modified, offset: position, crc: 0, size: 0, compressed: 0 };
    const header = localHeader(entry);
    position += header.length;
    yield header;
    for await (const chunk of deflate(content, entry)) {
      position += chunk.length;
      yield chunk;
    }
    const descriptor = dataDescriptor(entry);
    position += descriptor.length;
    yield descriptor;
    central.push(centralEntry(entry));
  }
  yield* central;
  const size = central.reduce((sum, { length }) => sum + length, 0);
  yield endOfArchive({ count: central.length, size, offset: position });
}

/** Compresses a content, and computes its sizes and checksum. */
async function* deflate(
  content: ZipFile['content'],
  entry: { crc: number; size: number; compressed: number },
): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      requireSmall(entry.size);
      yield bytes;
    }
  }
  const compressing = createDeflateRaw();
  // A failure of either destroys both, and is thrown below.
  pipeline(Readable.from(counted()), compressing, () => {});
  for await (const chunk of compressing as AsyncIterable<Buffer>) {
    entry.compressed += chunk.length;
    requireSmall(entry.compressed);
    yield chunk;
  }
}

function requireSmall(bytes: number): void {
  if (bytes > MAX_ENTRY_BYTES)
    throw new Error('A file of a zip archive cannot have 4 GiB or more.');
}
