import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** The file is no zip archive, or was cut off or changed. */
export class DamagedArchiveError extends Error {
  override name = 'DamagedArchiveError';
}

/** The files of an archive, each of which can be read as a stream. */
export interface ZipArchive {
  names: string[];
  /** @throws DamagedArchiveError while it is read */
  read: (name: string) => AsyncIterable<Buffer>;
  close: () => void;
}

/** Far above the number of tables. */
const MAX_FILES = 1_000;

/**
 * Opens an archive by the list at its end.
 *
 * @throws DamagedArchiveError
 * @throws Error with the code of the file system where the file cannot be read
 */
export async function openZip(file: string): Promise<ZipArchive> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(damaged);
  try {
    const entries = await listEntries(zip);
    return {
      names: [...entries.keys()],
      async *read(name) {
        const entry = entries.get(name);
        if (entry === undefined) throw new DamagedArchiveError(`${name} is missing`);
        try {
          for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
        } catch (error) {
          damaged(error);
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_FILES) throw new DamagedArchiveError('It has too many files');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    damaged(error);
  }
  return entries;
}

/** Every error is one of the archive, except those of the file system. */
function damaged(cause: unknown): never {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code !== undefined && !code.startsWith('Z_')) throw cause;
  throw new DamagedArchiveError(message.replace(/\.$/, ''), { cause });
}
