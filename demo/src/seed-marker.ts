import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const fileIn = (dataDir: string) => path.join(dataDir, 'demo-seeded');

/** Whether the sample accounts were made once; what people removed since then stays removed. */
export const isSeeded = (dataDir: string): boolean => existsSync(fileIn(dataDir));

export const markSeeded = (dataDir: string): Promise<void> =>
  writeFile(fileIn(dataDir), 'The sample accounts were made. Do not make them again.\n');
