import { UnusableFileError } from '#modules/integrations/provider/file-reader.ts';
import { MAX_ENTRIES } from '../mail-file-limits.ts';
import { ByteReader } from './byte-reader.ts';
import { entryPath } from './entry-path.ts';
import { damagedArchive } from './expand.ts';
import type { ArchiveEntry } from './read-zip.ts';

const BLOCK = 512;
/** Maximum size of a path that does not fit into its header; bytes. */
const MAX_PATH_BYTES = 64 * 1024;

/**
 * Reads the files of a tar archive. Links and devices are left out.
 *
 * @throws UnusableFileError
 */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(chunks);
  let longPath: string | undefined;
  try {
    for (let count = 0; ;) {
      const header = await reader.take(BLOCK);
      // An archive ends with two empty blocks; some writers leave them out.
      if (header.every((byte) => byte === 0)) return;
      if (header.length < BLOCK || !isHeader(header)) throw damagedArchive();
      const size = sizeOf(header);
      const type = String.fromCharCode(header[156] ?? 0);
      const padding = (BLOCK - (size % BLOCK)) % BLOCK;
      if (type === 'L' || type === 'x') {
        if (size > MAX_PATH_BYTES) throw damagedArchive();
        const text = entryPath(await reader.take(size));
        longPath = type === 'L' ? text.replace(/\0+$/, '') : (pathInPax(text) ?? longPath);
        await reader.take(padding);
        continue;
      }
      count += 1;
      if (count > MAX_ENTRIES) {
        throw new UnusableFileError(
          `The archive has more than ${MAX_ENTRIES.toLocaleString('en')} files. Export it in several parts.`,
          { isPartlyUsable: true },
        );
      }
      const content = reader.stream(size);
      if (type === '0' || type === '\0')
        yield { path: longPath ?? pathOf(header), chunks: content };
      longPath = undefined;
      // The unread rest of it.
      for await (const _ of content);
      await reader.take(padding);
    }
  } finally {
    await reader.close();
  }
}

/** Whether a block is a header: its checksum is the sum of its bytes, with spaces for itself. */
export function isHeader(block: Buffer): boolean {
  if (block.length < BLOCK) return false;
  const stored = Number.parseInt(textIn(block, 148, 8).trim(), 8);
  const sum = block
    .subarray(0, BLOCK)
    .reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return sum === stored;
}

function sizeOf(header: Buffer): number {
  // Sizes of 8 GB and more are binary.
  const isBinary = ((header[124] ?? 0) & 0x80) !== 0;
  const size = isBinary
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(textIn(header, 124, 12).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw damagedArchive();
  return size;
}

function pathOf(header: Buffer): string {
  const isUstar = header.toString('latin1', 257, 262) === 'ustar';
  const [prefix, name] = [
    isUstar ? fieldIn(header, 345, 155) : Buffer.alloc(0),
    fieldIn(header, 0, 100),
  ];
  return entryPath(prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]));
}

/** A field up to its first NUL. */
function fieldIn(header: Buffer, at: number, length: number): Buffer {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

const textIn = (header: Buffer, at: number, length: number): string =>
  fieldIn(header, at, length).toString('latin1');

/** Of lines `20 path=a/b`. */
const pathInPax = (text: string): string | undefined => /^\d+ path=(.*)$/m.exec(text)?.[1];
