import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Runs the full form of `growth.test.ts`. Writes progress and failures to standard error.
 *
 * @param write receives the summary.
 * @returns whether no endpoint exceeds its limit.
 */
export async function proveGrowth(write: (line: string) => void): Promise<boolean> {
  const vitest = 'node_modules/vitest/vitest.mjs';
  const test = 'apps/server/test/abuse/growth.test.ts';
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'server-alone', '--retry', '0', test],
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
