import { pipeline, Readable, type Transform } from 'node:stream';
import { UnusableFileError } from '#modules/integrations/provider/file-reader.ts';
import type { Progress } from '../file-chunks.ts';
import {
  CHUNK_BYTES,
  MAX_EXPANDED_BYTES,
  MAX_RATIO,
  MIN_EXPANDED_BYTES,
} from '../mail-file-limits.ts';

/** Decompresses chunks; the bytes of all entries of an archive count together. */
export type Expand = (
  chunks: AsyncIterable<Buffer>,
  decompressor: Transform | undefined,
) => AsyncGenerator<Buffer>;

/**
 * @param progress receives the unpacked bytes.
 * @param fileBytes the size of the archive, which limits how much it may contain.
 * @throws UnusableFileError while chunks are read.
 */
export function createExpand(progress: Progress, fileBytes: number): Expand {
  const maxBytes = Math.min(
    MAX_EXPANDED_BYTES,
    Math.max(MIN_EXPANDED_BYTES, fileBytes * MAX_RATIO),
  );
  let total = 0;
  return async function* expand(chunks, decompressor) {
    const expanded = decompressor === undefined ? chunks : decompress(chunks, decompressor);
    for await (const chunk of expanded) {
      total += chunk.length;
      progress.passed += chunk.length;
      if (total > maxBytes) {
        throw new UnusableFileError(
          'The archive expands to many times its size, which no mailbox does. It was not imported.',
        );
      }
      yield chunk;
    }
  };
}

async function* decompress(
  chunks: AsyncIterable<Buffer>,
  decompressor: Transform,
): AsyncGenerator<Buffer> {
  const source = Readable.from(chunks, { objectMode: false, highWaterMark: CHUNK_BYTES });
  let failure: unknown;
  // Also closes the file when the rest is not read.
  pipeline(source, decompressor, (error) => void (failure = error));
  try {
    for await (const chunk of decompressor as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw isDamage(error) || isDamage(failure) ? damagedArchive() : error;
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

export const damagedArchive = (): UnusableFileError =>
  new UnusableFileError(
    'The archive is damaged or ends too early. What comes before that can be imported; export it again for the rest.',
    { isPartlyUsable: true },
  );
