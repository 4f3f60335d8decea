import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { startOfBusinessDay } from '@repo/domain/time/business-day';
import { backfillStart } from '../../domains/sync-windows.ts';

export interface ListedSince {
  /** From when on everything of one of the domains has been listed. */
  reached: Date;
  /** From when on it is to be: the day that the user chose for earlier activities. */
  chosen: Date;
}

/**
 * The first day for which a source is listed: 84 days back, or further where the user imported earlier
 * activities.
 */
export async function findListedSince(
  db: Database,
  { ownerId, id }: { ownerId: string; id: IntegrationKey['integrationId'] },
  domains: readonly { id: string }[],
): Promise<ListedSince> {
  const start = backfillStart();
  const { rows } = await sql<{ reached: Date | null; chosen: string | null }>`
    select
      (select min(until) from history_positions
        where owner_id = ${ownerId} and integration_id = ${id}
          and domain_id = any(${domains.map((domain) => domain.id)}::uuid[])) as reached,
      (select since::text from histories
        where owner_id = ${ownerId}
          and exists (select from history_imports where owner_id = ${ownerId} and integration_id = ${id})) as chosen`.execute(
    db,
  );
  const [found] = rows;
  const reached = earlier(start, found?.reached);
  return { reached, chosen: earlier(reached, found?.chosen && startOfBusinessDay(found.chosen)) };
}

const earlier = (one: Date, other: Date | string | null | undefined): Date =>
  other instanceof Date && other < one ? other : one;
