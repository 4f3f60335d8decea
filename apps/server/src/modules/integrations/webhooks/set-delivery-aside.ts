import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/create-database.ts';

/** Deliveries that an integration keeps set aside; a Zap gone wild fills no disk. */
const mostKept = 500;

/** Keeps a delivery that cannot be used, whole, since it cannot be asked for again. */
export async function setDeliveryAside(
  db: Database,
  integrationId: string,
  payload: unknown,
  reason: string,
): Promise<void> {
  // Half a character comes out escaped, so that PostgreSQL can hold it.
  const text = JSON.stringify(payload ?? null);
  const itemId = createHash('sha256').update(text).digest('hex').slice(0, 32);
  await db
    .insertInto('sync_failures')
    .values({
      integration_id: integrationId,
      external_id: itemId,
      reason,
      payload: text,
      retry_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'external_id']).doUpdateSet({
        reason,
        attempts: sql<number>`sync_failures.attempts + 1`,
        failed_at: sql<Date>`now()`,
      }),
    )
    .execute();
  await db
    .deleteFrom('sync_failures')
    .where('integration_id', '=', integrationId)
    .where('external_id', 'in', (select) =>
      select
        .selectFrom('sync_failures')
        .select('external_id')
        .where('integration_id', '=', integrationId)
        .orderBy('failed_at', 'desc')
        .offset(mostKept),
    )
    .execute();
}
