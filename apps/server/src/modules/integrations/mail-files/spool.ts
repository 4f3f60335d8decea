import { constants, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@repo/contract/limits';
import { makeFolder } from '@repo/embedded-postgres/make-folder';
import { uploadFolder } from '../upload-folder.ts';
import { AppError, validationFailed } from '#platform/http/app-error.ts';

/** The size of the pieces in which a part is written; bytes. */
const BLOCK_BYTES = 256 * 1024;
/** A part that arrives in smaller pieces on average is refused: each costs time; bytes. */
const MIN_PIECE_BYTES = 64;
const FREE_PIECES = 256;

/** Names a file; nothing that a user chose is part of its path. */
export interface FileId {
  ownerId: string;
  id: string;
}

export const spoolFile = (dataDir: string, { ownerId, id }: FileId): string =>
  path.join(uploadFolder(dataDir), `${ownerId}.${id}`);

export const removeSpoolFile = (dataDir: string, file: FileId): Promise<void> =>
  rm(spoolFile(dataDir, file), { force: true });

export const isSpooled = (dataDir: string, file: FileId): Promise<boolean> =>
  stat(spoolFile(dataDir, file)).then(
    () => true,
    () => false,
  );

/**
 * Writes a part of a file at its position. It is on disk when this returns.
 *
 * @param maxBytes how many bytes are missing.
 * @returns how many bytes were written.
 * @throws AppError for a part that is empty or too large, or when the disk is full.
 */
export async function writePart(
  file: string,
  { offset, maxBytes }: { offset: number; maxBytes: number },
  part: AsyncIterable<Buffer>,
): Promise<number> {
  makeFolder(path.dirname(file), 0o700);
  // Never truncated: another request may just have written the same part, and more of it.
  const handle = await open(file, constants.O_RDWR | (offset === 0 ? constants.O_CREAT : 0), 0o600);
  try {
    let written = 0;
    for await (const block of blocksOf(part)) {
      if (written + block.length > limits.filePartBytes) throw tooLarge();
      if (written + block.length > maxBytes) {
        throw validationFailed([], 'The part goes beyond the end of the file.');
      }
      await handle.write(block, 0, block.length, offset + written);
      written += block.length;
    }
    if (written === 0) throw validationFailed([], 'The part is empty.');
    await handle.datasync();
    return written;
  } catch (error) {
    throw isFull(error) ? diskFull() : error;
  } finally {
    await handle.close();
  }
}

/** Collects small pieces into blocks. */
async function* blocksOf(part: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let [size, bytes, count] = [0, 0, 0];
  for await (const piece of part) {
    pieces.push(piece);
    size += piece.length;
    bytes += piece.length;
    count += 1;
    if (count > FREE_PIECES + bytes / MIN_PIECE_BYTES) {
      throw validationFailed([], 'The part arrived too slowly.');
    }
    if (size < BLOCK_BYTES) continue;
    yield Buffer.concat(pieces);
    [pieces, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(pieces);
}

export const tooLarge = (): AppError =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `A part of a file has at most ${limits.filePartBytes / 1024 / 1024} MB.`,
  );

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code));

const diskFull = (): AppError =>
  new AppError(
    'UNAVAILABLE',
    'The disk of the server is full. Nothing is lost: continue the upload later, or ask your administrator.',
    { retryAfterSeconds: 600 },
  );

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const fileName = new RegExp(`^(${uuid})\\.(${uuid})$`);

/** The files on disk that nothing was written to for an hour. */
export async function listOldSpoolFiles(dataDir: string): Promise<FileId[]> {
  const folder = uploadFolder(dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const old: FileId[] = [];
  for (const name of names) {
    const [, ownerId, id] = fileName.exec(name) ?? [];
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (ownerId && id && found && found.mtimeMs < Date.now() - 60 * 60 * 1000) {
      old.push({ ownerId, id });
    }
  }
  return old;
}
