import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Holds uploaded files until they are imported. */
export const uploadFolder = (dataDir: string): string => path.join(dataDir, 'uploads');

/** The free bytes of the disk that files are uploaded to. */
export async function readFreeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}
