import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Runs the full form of `growth.test.ts`. How far it is, and what failed, goes to standard error.
 *
 * @param write takes the line that sums it up.
 * @returns whether no call takes more than it may.
 */
export async function proveGrowth(write: (line: string) => void): Promise<boolean> {
  const vitest = 'node_modules/vitest/vitest.mjs';
  const test = 'apps/server/test/abuse/growth.test.ts';
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'server', '--retry', '0', test],
    {
      cwd: root,
      env: { ...process.env, ABUSE_GROWTH: 'full' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('growth of work, in all')) write(line);
    else process.stderr.write(`${line}\n`);
  });
  const [code] = await once(child, 'close');
  return code === 0;
}
