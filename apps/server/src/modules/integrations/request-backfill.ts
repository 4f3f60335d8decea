import type { Connection } from '../../platform/database/create-database.ts';
import { backfillStart } from './sync-windows.ts';
import { makeDue } from './wake-sync.ts';

/**
 * Asks each connected integration of a person for what concerns newly tracked domains, back to the
 * start of the longest timeline window. The sync begins after the transaction is committed.
 *
 * @param domains normalised.
 */
export async function requestBackfill(
  tx: Connection,
  ownerId: string,
  domains: readonly string[],
): Promise<void> {
  if (domains.length === 0) return;
  const since = backfillStart();
  const integrations = await tx
    .selectFrom('integrations')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('credentials', 'is not', null)
    .execute();
  if (integrations.length === 0) return;
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
  await makeDue(tx, ownerId);
}
