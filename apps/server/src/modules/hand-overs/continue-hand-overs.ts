import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/create-database.ts';
import { endHandOver } from './leaving/end-hand-over.ts';
import { takeLoweringStep, takeReturningStep } from './shares/left-shares.ts';
import { LoweringWaits } from './shares/lowering-waits.ts';
import { lockHandOver, type StoredHandOver } from './leaving/stored-hand-over.ts';

/** Whether a hand-over has something left to do: shares to lower or to bring back, or its end. */
export async function hasHandOversToContinue(db: Database): Promise<boolean> {
  const { rows } = await sql`select from hand_overs where ${isDue} limit 1`.execute(db);
  return rows.length > 0;
}

const isDue = sql<boolean>`(state <> 'leaving' or ends_at <= now())`;

/**
 * Continues all hand-overs that have something left to do. One that fails does not stop the others, and is
 * thrown at the end.
 */
export async function continueHandOvers(
  { db, log }: Pick<Context, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from hand_overs where ${isDue} order by ends_at, id limit 1000`.execute(db);
  let failure: unknown;
  for (const { id } of rows) {
    try {
      await continueHandOver(db, id, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      log.error({ handOverId: id, err: error }, 'could not continue a hand-over');
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
}

interface Options {
  signal?: AbortSignal | undefined;
  /** Whether to leave the rest to the job. */
  isOver?: () => boolean;
  stepSize?: number;
  /** How long to wait for others. */
  waits?: LoweringWaits;
}

/** Takes the steps of one hand-over that it has left, until it waits, is over, or the time is. */
export async function continueHandOver(
  db: Database,
  id: string,
  { signal, isOver = () => false, stepSize, waits = new LoweringWaits() }: Options = {},
): Promise<void> {
  const handed = await db.transaction().execute((tx) => lockHandOver(tx, { id }));
  if (handed === undefined) return;
  if (handed.state === 'lowering' || handed.state === 'returning') {
    await repeat(db, handed, waits, () => signal?.aborted === true || isOver());
    return;
  }
  await endHandOver(db, id, {
    ...(signal && { signal }),
    ...(stepSize !== undefined && { stepSize }),
  });
}

async function repeat(
  db: Database,
  handed: StoredHandOver,
  waits: LoweringWaits,
  isOver: () => boolean,
): Promise<void> {
  const takeStep = () =>
    handed.state === 'returning'
      ? takeReturningStep(db, handed, waits, isOver)
      : takeLoweringStep(db, handed, waits);
  while (!(await takeStep()) && !isOver());
  if (waits.failure !== undefined) throw waits.failure;
}
