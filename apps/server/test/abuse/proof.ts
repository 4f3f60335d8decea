import type { Database } from '../../src/platform/database/create-database.ts';
import { startProcess, type Process } from '../faults/processes.ts';
import type { MadePerson } from '../test-makers.ts';
import type { Target } from './connections.ts';

/** A server as in service under attack, and where its proof is written. */
export interface Proof {
  target: Target;
  db: Database;
  /** Someone with a password, whom the attacks are on. */
  person: MadePerson;
  /** What every process of the server is started with. */
  env: Record<string, string>;
  /** Takes a line of the proof. */
  write: (line: string) => void;
}

export const startWorker = ({ env }: Proof): Promise<Process> =>
  startProcess('apps/server/src/main.ts', ['--role=worker'], {
    env,
    isReady: (line) => line.includes('"ready"'),
  });

/** Forgets what was tried before, so that an attack begins with every limit unused. */
export async function forgetAttempts({ db }: Proof): Promise<void> {
  await db.deleteFrom('rate_limit_counters').execute();
  await db.deleteFrom('sign_in_failures').execute();
}

export const median = (times: readonly number[]): number =>
  times[Math.floor(times.length / 2)] ?? 0;
