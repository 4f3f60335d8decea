import { sql } from 'kysely';
import pg from 'pg';
import type { Connection } from './create-database.ts';
import { DatabaseUnavailableError } from './database-unavailable.ts';

/**
 * Does something within a savepoint and returns the error that undid it, so that the transaction can go on.
 * Errors that do not come from the data (a lost connection, a deadlock, a full disk) are thrown.
 */
export async function tryInSavepoint(
  tx: Connection,
  work: () => Promise<unknown>,
): Promise<Error | undefined> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await work();
    await sql`release savepoint attempt`.execute(tx);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || !isAboutData(error)) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    await sql`release savepoint attempt`.execute(tx);
    return error;
  }
}

/**
 * Classes of SQLSTATE: invalid data, a broken rule, a limit of the program, and internal errors, by
 * which PostgreSQL refuses some values that are too large.
 */
const aboutData = /^(22|23|54|XX)...$/;

function isAboutData(error: Error): boolean {
  if (error instanceof DatabaseUnavailableError) return false;
  if (error instanceof pg.DatabaseError) return aboutData.test(error.code ?? '');
  return error instanceof RangeError;
}
