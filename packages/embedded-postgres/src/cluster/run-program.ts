import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import type { Installation } from './installation.ts';

const INHERITED_FOLDER = '/proc/self/fd/3';

/**
 * Starts a PostgreSQL program in a session of its own (Ctrl-C in the terminal reaches us, not it:
 * we stop it in order). `args` is given the data folder as that process sees it: when root runs the
 * program as another user, that user may have no access to the folder (a repository below
 * /root), so it is handed over as an open descriptor. Output goes to the file descriptor `output`.
 */
export async function runProgram(
  { dataDir, user }: Installation,
  program: string,
  args: (dataDir: string) => string[],
  output: number,
): Promise<ChildProcess> {
  const inherits = user !== undefined && process.platform === 'linux';
  const folder = openSync(dataDir, 'r');
  try {
    const child = spawn(program, args(inherits ? INHERITED_FOLDER : dataDir), {
      ...user,
      cwd: '/',
      detached: true,
      env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', output, output, inherits ? folder : 'ignore'],
    });
    await once(child, 'spawn');
    return child;
  } finally {
    closeSync(folder);
  }
}
