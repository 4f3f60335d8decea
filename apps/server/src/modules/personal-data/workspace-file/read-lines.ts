import { createHash } from 'node:crypto';
import { DamagedArchiveError, type ZipArchive } from '../archive/read-zip.ts';
import type { FileSum } from './workspace-file.ts';

/** Bytes of a batch; a batch of one line can have more. */
const BATCH_BYTES = 100_000;
/** Far above the largest row: its texts are bounded when they are captured. */
const MAX_LINE_BYTES = 100_000_000;
const LINE_END = 10;

/**
 * Reads a file of rows in batches of whole lines, as bytes: a large row is a large text, of which no copy is needed.
 *
 * @throws DamagedArchiveError where it has not the content of the sum; after its last batch, if not before
 */
export async function* readLines(
  archive: ZipArchive,
  name: string,
  expected: FileSum,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  for await (const text of readBatches(archive.read(name))) {
    hash.update(text);
    bytes += text.length;
    rows += countLines(text);
    yield text;
  }
  const isSame = hash.digest('hex') === expected.sha256;
  if (!isSame || rows !== expected.rows || bytes !== expected.bytes) {
    throw new DamagedArchiveError(`${name} was changed since it was written`);
  }
}

function countLines(text: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(LINE_END); at !== -1; at = text.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}

async function* readBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_END) + 1;
    size += chunk.length;
    if (end > 0 && size >= BATCH_BYTES) {
      yield Buffer.concat([...parts, chunk.subarray(0, end)]);
      parts = [];
      size = chunk.length - end;
    }
    if (size > MAX_LINE_BYTES) throw new DamagedArchiveError('It has a line that is too long');
    parts.push(size < chunk.length ? chunk.subarray(end) : chunk);
  }
  const rest = Buffer.concat(parts);
  if (rest.length > 0) yield rest;
}

/** @throws DamagedArchiveError where the file is larger than `maxBytes` */
export async function readWhole(
  archive: ZipArchive,
  name: string,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of archive.read(name)) {
    size += chunk.length;
    if (size > maxBytes) throw new DamagedArchiveError(`${name} is too long`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
