import { sql } from 'kysely';
import type { EndpointResponse } from '@repo/contract/endpoints';
import { businessDayOf } from '@repo/domain/time/business-day';
import type { Database } from '#platform/database/create-database.ts';
import type { OwnIntegration } from '../connect/find-own-integration.ts';
import { backfillStart } from '../../domains/sync-windows.ts';

/**
 * Reads the result of an integration's last comparison, by day. The comparison repaired each difference at
 * once. So what is stored now is what the provider had, and the differences give what was stored before.
 */
export async function readCompleteness(
  db: Database,
  { id, ownerId, provider, source }: OwnIntegration,
): Promise<EndpointResponse<'GET /api/integrations/{id}/completeness'>> {
  const { reconciled_at: checkedAt, isRunning } = await db
    .selectFrom('integrations')
    .select('reconciled_at')
    .select(
      sql<boolean>`exists (select from sync_tasks
        where owner_id = ${ownerId} and integration_id = ${id}
          and kind = 'reconcile')`.as('isRunning'),
    )
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (checkedAt === null) return { checkedAt: null, isRunning, days: [] };
  const { rows } = await sql<Row>`
    select day::text as day, coalesce(stored.count, 0)::integer as count,
      coalesce(missing, 0) as missing, coalesce(gone, 0) as gone
    from (
      select day, count(*) from captured_activities
      where owner_id = ${ownerId} and provider = ${provider.id} and source = ${source}
        and captured_at <= ${checkedAt}
        and day >= ${businessDayOf(backfillStart(checkedAt))}
      group by day
    ) as stored
    full join (
      select day, missing, gone from reconciliation_days
      where owner_id = ${ownerId} and integration_id = ${id}
    ) as differences using (day)
    order by day desc`.execute(db);
  const days = rows.map(({ day, count, missing, gone }) => ({
    day,
    atProvider: count,
    stored: Math.max(0, count - missing) + gone,
    missing,
    gone,
  }));
  return { checkedAt: checkedAt.toISOString(), isRunning, days };
}

interface Row {
  day: string;
  count: number;
  missing: number;
  gone: number;
}
