import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * The longest statement of a step that a request takes: the plan for a large thread, or a wait, can take a
 * minute, and the job takes the same step without a limit. Milliseconds.
 */
export const REQUEST_STATEMENT_MS = 2_000;

/** Ends each statement of a transaction after so long, with its waits for others; no limit where it is undefined. */
export async function limitStatements(tx: Connection, limitMs: number | undefined): Promise<void> {
  if (limitMs === undefined) return;
  await sql`select set_config('statement_timeout', ${`${limitMs}ms`}, true)`.execute(tx);
}
