import { levelNumber, type ShareLevel } from '@repo/domain/sharing/share-level';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * Ends what a new level of a share leaves without a meaning: a lower one ends what was granted, and at the level full
 * nothing is left to request.
 */
export async function endRequestsOfShare(
  tx: Connection,
  { userId, domainId, level }: { userId: string; domainId: string; level: ShareLevel },
  before: ShareLevel,
): Promise<void> {
  const isLowered = levelNumber(level) < levelNumber(before);
  if (!isLowered && level !== 'full') return;
  await tx
    .deleteFrom('access_requests')
    .where('owner_id', '=', userId)
    .where('domain_id', '=', domainId)
    .$if(isLowered, (query) => query.where('is_granted', '=', true))
    .execute();
}
