import { plural } from '@repo/domain/text/plural';
import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { backfillStart } from '../sync-windows.ts';

/**
 * Adds a sync task to each connected integration of a user: to read the history of newly tracked
 * domains. The sync of the module `integrations` runs it once the transaction is committed.
 *
 * @param domains normalised.
 * @throws AppError RATE_LIMITED when too many imports are waiting already.
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
    // A webhook only receives deliveries; its history cannot be requested.
    .where('webhook_token_hash', 'is', null)
    .execute();
  if (integrations.length === 0) return;
  await requireShortQueue(
    tx,
    ownerId,
    integrations.map(({ id }) => id),
  );
  // An import of earlier activities that had finished has these to read as well.
  await tx
    .updateTable('history_imports')
    .set({ finished_at: null })
    .where('owner_id', '=', ownerId)
    .execute();
  const since = backfillStart();
  await tx
    .insertInto('sync_tasks')
    .values(
      integrations.map(({ id }) => ({
        owner_id: ownerId,
        integration_id: id,
        kind: 'backfill' as const,
        domains: [...domains],
        since,
      })),
    )
    .execute();
}

async function requireShortQueue(
  tx: Connection,
  ownerId: string,
  integrationIds: readonly string[],
): Promise<void> {
  const full = await tx
    .selectFrom('sync_tasks')
    .select((eb) => eb.fn.countAll<number>().as('pending'))
    .where('owner_id', '=', ownerId)
    .where('integration_id', 'in', integrationIds)
    .where('kind', '=', 'backfill')
    .groupBy('integration_id')
    .having((eb) => eb.fn.countAll(), '>=', limits.pendingBackfills)
    .executeTakeFirst();
  if (full === undefined) return;
  throw new AppError(
    'RATE_LIMITED',
    `The history of ${plural(full.pending, 'import')} has not been read yet. Try again in a minute, or import more domains at once.`,
    { retryAfterSeconds: 60 },
  );
}
