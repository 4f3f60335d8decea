import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.join(import.meta.dirname, '../../../..');

/** A process of the suite, which ends with the suite. */
export interface Process {
  child: ChildProcess;
  /** The line that it printed when it was ready. */
  ready: string;
  /** Kills it immediately (SIGKILL). */
  kill: () => Promise<void>;
  /** Shuts it down; returns its exit code, or null when another signal was needed. */
  stop: () => Promise<number | null>;
}

interface StartOptions {
  env?: Record<string, string>;
  isReady: (line: string) => boolean;
  /** Another checkout of the repository. */
  from?: string;
  nodeOptions?: readonly string[];
}

const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts a file of the repository and waits for the line that shows that it is ready. */
export async function startProcess(
  file: string,
  args: readonly string[],
  { env = {}, isReady, from = root, nodeOptions = [] }: StartOptions,
): Promise<Process> {
  const child = spawn(process.execPath, [...nodeOptions, path.join(from, file), ...args], {
    cwd: from,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  const ended = once(child, 'exit').finally(() => started.delete(child));
  let failure = '';
  child.stderr.on('data', (part: Buffer) => (failure = (failure + String(part)).slice(-2_000)));
  const ready = new Promise<string>((resolve) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => isReady(line) && resolve(line));
    }
  });
  const line = await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`${file} ended before it was ready: ${failure}`);
    }),
  ]);
  return {
    child,
    ready: line,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}
