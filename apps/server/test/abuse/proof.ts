import type { Database } from '#platform/database/create-database.ts';
import { startProcess, type Process } from '../faults/processes.ts';
import type { MadePerson } from '../test-makers.ts';
import type { Target } from './connections.ts';

/** A server under attack, configured as in production, and the output of its proof. */
export interface Proof {
  target: Target;
  db: Database;
  /** A user with a password, who is the target of the attacks. */
  person: MadePerson;
  /** The environment of every process of the server. */
  env: Record<string, string>;
  /** Appends a line to the proof. */
  write: (line: string) => void;
}

export const startWorker = ({ env }: Proof): Promise<Process> =>
  startProcess('apps/server/src/main.ts', ['--role=worker'], {
    env,
    isReady: (line) => line.includes('"ready"'),
  });

/** Deletes the counted attempts, so that an attack starts with every limit unused. */
export async function forgetAttempts({ db }: Proof): Promise<void> {
  await db.deleteFrom('rate_limit_counters').execute();
  await db.deleteFrom('sign_in_failures').execute();
}

export const median = (times: readonly number[]): number =>
  times[Math.floor(times.length / 2)] ?? 0;
