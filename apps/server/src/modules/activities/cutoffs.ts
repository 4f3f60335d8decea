import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** The instants before which a user keeps no activities, and no texts of them; null if there is none. */
export interface Cutoffs {
  activities: Date | null;
  texts: Date | null;
}

export const NO_CUTOFFS: Cutoffs = { activities: null, texts: null };

/** Returns the beginning of the day a number of months ago, in UTC; null for null. */
export const monthsAgo = (months: number | null | ReturnType<typeof sql.ref>) => sql<Date | null>`
  ((date_trunc('day', now() at time zone 'UTC') - make_interval(months => ${months}::integer))
    at time zone 'UTC')`;

/** The retention that a user has chosen (docs/decisions/retention.md). */
export async function readCutoffs(db: Connection, ownerId: string): Promise<Cutoffs> {
  const { rows } = await sql<Cutoffs>`
    select ${monthsAgo(sql.ref('months'))} as activities, ${monthsAgo(sql.ref('text_months'))} as texts
    from retentions where owner_id = ${ownerId}`.execute(db);
  return rows[0] ?? NO_CUTOFFS;
}
