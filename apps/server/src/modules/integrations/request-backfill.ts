import type { Connection } from '../../platform/database/create-database.ts';
import { backfillStart } from './sync-windows.ts';

/**
 * Asks each connected integration of a person for what concerns newly tracked domains, back to the
 * start of the longest timeline window. A worker begins with it once the transaction is committed.
 *
 * @param domains normalised.
 */
export async function requestBackfill(
  tx: Connection,
  ownerId: string,
  domains: readonly string[],
): Promise<void> {
  if (domains.length === 0) return;
  const integrations = await tx
    .selectFrom('integrations')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('credentials', 'is not', null)
    // A webhook sends by itself, and cannot be asked for what was earlier.
    .where('webhook_token_hash', 'is', null)
    .execute();
  if (integrations.length === 0) return;
  const since = backfillStart();
  await tx
    .insertInto('sync_tasks')
    .values(
      integrations.map(({ id }) => ({
        integration_id: id,
        kind: 'backfill' as const,
        domains: [...domains],
        since,
      })),
    )
    .execute();
}
