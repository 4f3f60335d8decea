import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile as Archive } from 'yazl';

/** A file of an archive that is being written. */
export interface ZipFile {
  name: string;
  /** Read once, after the files before it are written. */
  content: AsyncIterable<string | Buffer> | Iterable<string>;
}

/**
 * Writes a zip archive as a stream, in constant memory.
 *
 * @param modified the time of all files.
 * @throws the error of a file's content.
 */
export async function* writeZip(
  files: AsyncIterable<ZipFile>,
  modified: Date,
): AsyncGenerator<Buffer> {
  const archive = new Archive();
  const output = archive.outputStream as Readable;
  const stop = (error: unknown) => void output.destroy(error as Error);
  archive.on('error', stop);
  let current: Readable | undefined;
  const addFiles = async () => {
    for await (const { name, content } of files) {
      // One text at a time waits in the stream: each can have a page of rows.
      current = Readable.from(bytesOf(content), { highWaterMark: 1 });
      archive.addReadStream(current, name, { mtime: modified });
      // The next content is read after this one, so that one query is open at a time.
      await finished(current);
    }
    archive.end();
  };
  addFiles().catch(stop);
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    // Ends the content where the reader has stopped.
    current?.destroy();
  }
}

async function* bytesOf(content: ZipFile['content']): AsyncGenerator<Buffer> {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part;
}
