import { levelNumber, type ShareLevel } from '@repo/domain/sharing/share-level';
import { isParticipantsOnly } from '#modules/activities/participants-only.ts';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * Ends what a new level of a share leaves without a meaning: a lower one ends what was granted, and at the level full
 * nothing is left to request, unless the workspace leaves texts to those who took part.
 */
export async function endRequestsOfShare(
  tx: Connection,
  { userId, domainId, level }: { userId: string; domainId: string; level: ShareLevel },
  before: { level: ShareLevel; workspaceId: string },
): Promise<void> {
  const isLowered = levelNumber(level) < levelNumber(before.level);
  if (!isLowered && level !== 'full') return;
  if (!isLowered && (await isParticipantsOnly(tx, before.workspaceId))) return;
  await tx
    .deleteFrom('access_requests')
    .where('owner_id', '=', userId)
    .where('domain_id', '=', domainId)
    .$if(isLowered, (query) => query.where('is_granted', '=', true))
    .execute();
}
