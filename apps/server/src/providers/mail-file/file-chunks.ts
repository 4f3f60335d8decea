import { createReadStream } from 'node:fs';
import { CHUNK_BYTES } from './mail-file-limits.ts';

/** The number of bytes that were read so far, and whether to go on. */
export interface Progress {
  bytes: number;
  /** The bytes with the unpacked contents. */
  passed: number;
  signal: Pick<AbortSignal, 'throwIfAborted'>;
}

/**
 * Reads a file, or the part of it from `start` to `end` (inclusive), in chunks.
 *
 * @throws the reason of the signal: most of a file may be no emails, with nothing else to stop at.
 */
export async function* readChunks(
  file: string,
  progress: Progress,
  range: { start?: number; end?: number } = {},
): AsyncGenerator<Buffer> {
  const stream = createReadStream(file, { highWaterMark: CHUNK_BYTES, ...range });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    progress.signal.throwIfAborted();
    progress.bytes += chunk.length;
    progress.passed += chunk.length;
    yield chunk;
  }
}

/** Reads the beginning of chunks, which `all` contains as well. */
export async function peek(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
): Promise<{ start: Buffer; all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  for (let size = 0; size < bytes;) {
    const next = await iterator.next();
    if (next.done) break;
    parts.push(next.value);
    size += next.value.length;
  }
  const start = Buffer.concat(parts);
  return { start, all: resume(start, iterator) };
}

async function* resume(start: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (start.length > 0) yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      yield next.value;
    }
  } finally {
    // Closes the file when the rest is not read.
    await iterator.return?.();
  }
}
