import type { IntegrationKey } from '#platform/database/integration-key.ts';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { EndpointResponse } from '@repo/contract/endpoints';
import type { Database } from '#platform/database/create-database.ts';

/** The items of an integration that could not be read, the latest first. */
export async function listFailedItems(
  db: Database,
  { ownerId, integrationId }: IntegrationKey,
): Promise<EndpointResponse<'GET /api/integrations/{id}/failed-items'>> {
  const rows = await db
    .selectFrom('failed_items')
    .select(['external_id', 'reason', 'attempts', 'failed_at', 'retry_at'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .orderBy('failed_at', 'desc')
    .orderBy('external_id')
    .limit(limits.failedItemsListed)
    .execute();
  return {
    items: rows.map((row) => ({
      itemId: row.external_id,
      reason: row.reason,
      attempts: row.attempts,
      failedAt: row.failed_at.toISOString(),
      retryAt: row.retry_at?.toISOString() ?? null,
    })),
    total: rows[0]?.total ?? 0,
  };
}
