import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';

/**
 * Runs work while every limit is exhausted, by means of a trigger, whatever a limit is counted for.
 */
export async function withExhaustedLimits<Result>(
  db: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  await sql`
    create function exhaust() returns trigger language plpgsql as
    $$ begin new.count := 1000000000; return new; end $$;
    create trigger exhausted before insert on rate_limit_counters for each row execute function exhaust()`.execute(
    db,
  );
  try {
    return await work();
  } finally {
    await sql`drop function exhaust cascade`.execute(db);
  }
}
