import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import type { DemoUser } from '../src/demo-user.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The line of JSON that the demo prints when it is ready. */
export interface DemoReady {
  url: string;
  sandboxUrl: string;
  shiftDays: number;
  users: DemoUser[];
}

export interface RunningDemo {
  ready: DemoReady;
  process: ChildProcess;
  /** Its standard error so far. */
  errors: () => string;
  /** Sends a signal and returns the exit code; null when the signal itself ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

export const makeDataDir = () => makeTemporaryFolder('demo');
export const removeDataDir = (dataDir: string) => rmSync(dataDir, { recursive: true, force: true });

/** Starts the demo as a process of its own, as the README's command does, and waits until ready. */
export async function startDemo(
  dataDir: string,
  args: string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningDemo> {
  const { child, errors, exited } = runDemo(
    ['--port', '0', '--data', dataDir, '--json', ...args],
    env,
  );
  const line = await Promise.race([
    new Promise<string>((resolve) =>
      createInterface({ input: child.stdout }).once('line', resolve),
    ),
    exited.then((code) => {
      throw new Error(`The demo ended with ${code} before it was ready:\n${errors()}`);
    }),
  ]);
  const ready: DemoReady = JSON.parse(line);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { ready, process: child, errors, end };
}

/** Starts the demo and does not wait. */
export function runDemo(args: string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [main, '--no-web', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, errors: () => text, exited };
}
