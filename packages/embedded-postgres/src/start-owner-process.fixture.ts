import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface OwnerProcess {
  pid: number;
  /** The result of the start. */
  url?: string;
  port?: number;
  error?: string;
  /** Sends the signal and waits for the process to end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('owner-process.fixture.ts', import.meta.url));

/**
 * Whether `uid` has access to this repository and its Node (not, for example, below /root).
 */
export function canRunHere(uid: number): boolean {
  const identity = { uid, gid: uid, cwd: '/' };
  return [PROGRAM, process.execPath].every(
    (path) => spawnSync('test', ['-r', path], identity).status === 0,
  );
}

/** Starts PostgreSQL on the folder from a process of its own, as `uid` if given. */
export async function startOwnerProcess(dataDir: string, uid?: number): Promise<OwnerProcess> {
  const identity = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(process.execPath, [PROGRAM, dataDir], {
    ...identity,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child, 'spawn');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { ...JSON.parse(line), pid: child.pid, end: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
