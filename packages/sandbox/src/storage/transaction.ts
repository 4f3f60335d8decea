import type { DatabaseSync } from 'node:sqlite';

/** Runs `work` as one transaction: all of it is stored, or (when it throws) none. Not nestable. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * The same for asynchronous work (reading a mailbox file). There is one connection, so nothing else
 * may write until it ends: use it only before the sandbox accepts requests.
 */
export async function inLongTransaction<Result>(
  database: DatabaseSync,
  work: () => Promise<Result>,
): Promise<Result> {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = await work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
