import type { Database } from '../../../platform/database/create-database.ts';
import { takeShareStep } from '../../activities/publishing/publish-step.ts';

/** Publishes what is shared with an account, one step after the other; the job does the rest. */
export async function beginSharesOf(
  db: Database,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const next = await db
      .selectFrom('publish_requests')
      .select(['owner_id as ownerId', 'id'])
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .where('kind', '=', 'share')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return;
    await takeShareStep(db, next);
  }
}
