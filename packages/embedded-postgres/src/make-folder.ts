import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it that are missing; one that is there is left as it is. Node's
 * own `recursive` never ends where a folder is there but takes no others, as `/proc` does.
 *
 * @param mode of the folder itself, as in `0o700`; what the process's umask leaves when absent.
 * @throws the system's error: EACCES, ENOENT (nothing can be made there), ENOTDIR …
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const above = path.dirname(folder);
  if (!existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
