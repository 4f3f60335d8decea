import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MboxSplitter } from './mbox-splitter.ts';

const chunkSize = 256 * 1024;

/**
 * Reads an mbox file (mboxrd; gzip or plain, told apart by its first bytes), one email at a time:
 * memory contains one email and one chunk, however long the file is.
 */
export async function* readMbox(file: string): AsyncGenerator<Buffer> {
  const splitter = new MboxSplitter();
  for await (const chunk of await openStream(file)) {
    yield* splitter.push(chunk);
  }
  yield* splitter.end();
}

async function openStream(file: string): Promise<AsyncIterable<Buffer>> {
  const isGzip = await startsAsGzip(file);
  const bytes = createReadStream(file, { highWaterMark: chunkSize });
  if (!isGzip) {
    return bytes as AsyncIterable<Buffer>;
  }
  const gunzip = createGunzip({ chunkSize });
  // A broken file ends the reading loop with its error; pipeline also closes the file.
  pipeline(bytes, gunzip, (error) => {
    if (error) {
      gunzip.destroy(error);
    }
  });
  return gunzip as AsyncIterable<Buffer>;
}

async function startsAsGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}
