import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * The time of the database. Statements get it as a value: on a cluster no function of the time may be in a
 * `case` or `coalesce`, nor be computed with a column, where rows are changed.
 */
export async function readMoment(db: Connection): Promise<Date> {
  const { rows } = await sql<{ moment: Date }>`select clock_timestamp() as moment`.execute(db);
  if (rows[0] === undefined) throw new Error('The database did not say what time it is.');
  return rows[0].moment;
}

/** @param seconds before it where negative. */
export const after = (moment: Date, seconds: number): Date =>
  new Date(moment.getTime() + seconds * 1_000);
