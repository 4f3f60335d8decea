import type { Continuation } from '@repo/contract/error';
import type { Database } from '#platform/database/create-database.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { AppError } from '#platform/http/app-error.ts';
import { takeLoweringStep } from './left-shares.ts';
import { LoweringWaits } from './lowering-waits.ts';
import { type LeavingScope, lockHandOver } from '../leaving/stored-hand-over.ts';

/**
 * How long the first round waits for each account, so that all others are lowered before one is waited for;
 * milliseconds.
 */
const FIRST_WAIT_MS = 100;

/** The shortest wait for an account in the second round; milliseconds. */
const MIN_WAIT_MS = 500;

/**
 * Lowers the shares of a redacted user within the time for which clients wait.
 *
 * @param message what goes on afterwards.
 * @param deadline the time, of `performance.now()`, from which on no further step is taken.
 * @throws AppError `CONFLICT` when something is left, which the job lowers
 */
export async function lowerForRequest(
  db: Database,
  scope: LeavingScope,
  message: string,
  deadline: number,
): Promise<void> {
  const handed = await db.transaction().execute((tx) => lockHandOver(tx, scope));
  if (handed?.state !== 'lowering') return;
  const details: Continuation = { continues: true };
  const goesOn = (cause?: unknown) => new AppError('CONFLICT', message, { details, cause });
  const left = () => Math.ceil(Math.max(MIN_WAIT_MS, deadline - performance.now()));
  const lower = async (waitMs: number) => {
    const waits = new LoweringWaits({ waitMs, ownerWaitMs: left() });
    while (!(await takeLoweringStep(db, handed, waits))) {
      if (performance.now() >= deadline) throw goesOn();
    }
    return waits.failure;
  };
  try {
    if ((await lower(FIRST_WAIT_MS)) === undefined) return;
    const failure = await lower(left());
    if (failure !== undefined) throw goesOn(failure);
  } catch (error) {
    throw error instanceof DatabaseUnavailableError ? goesOn(error) : error;
  }
}
