import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const program = path.join(import.meta.dirname, '../../src/cli/main.ts');

/** As `npm run cli` starts it. */
const settings = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=4' };

/** A command of the command line in a process of its own. */
export interface RunningCommand {
  child: ChildProcess;
  /** Resolves with the exit code, null where it was killed. */
  ended: Promise<number | null>;
  output: () => string;
}

export function startCommand(databaseUrl: string, dataDir: string, args: string[]): RunningCommand {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...settings,
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, ended, output: () => output };
}

export interface Measured {
  seconds: number;
  /** The most memory that the process had, in MiB, and what it had after half of the time. */
  peakMiB: number;
  halfwayMiB: number;
}

/** Runs a command to its end and measures its memory. Throws where it fails. */
export async function measureCommand(running: RunningCommand): Promise<Measured> {
  const begun = performance.now();
  const seen: number[] = [];
  for (;;) {
    const now = memoryOf(running.child.pid ?? 0);
    if (now !== undefined) seen.push(now);
    const code = await Promise.race([running.ended, sleep(200, undefined)]);
    if (code === 0) break;
    if (code !== undefined) throw new Error(running.output());
  }
  return {
    seconds: (performance.now() - begun) / 1_000,
    peakMiB: Math.max(...seen),
    halfwayMiB: Math.max(...seen.slice(0, Math.ceil(seen.length / 2))),
  };
}

/** The memory of a process in MiB; undefined where it has ended. */
function memoryOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(status) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
  } catch {
    return undefined;
  }
}
