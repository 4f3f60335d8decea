import type { Database } from '../../platform/database/create-database.ts';
import { summarizeAccounts } from './publishing/summarize-accounts.ts';

/** So many accounts in one transaction: none is held for long. */
const batchSize = 500;

/**
 * Moves accounts on whose next activity has come: a meeting that lay ahead becomes the last touch
 * point. To be called each minute; several processes may do it at once.
 *
 * @returns how many accounts were moved on.
 */
export async function settleDueAccounts(db: Database, now = new Date()): Promise<number> {
  for (let settled = 0; ;) {
    const count = await db.transaction().execute(async (tx) => {
      const due = await tx
        .selectFrom('workspace_accounts')
        .select('id')
        .where('next_activity_at', '<=', now)
        .orderBy('id')
        .limit(batchSize)
        .forNoKeyUpdate()
        .skipLocked()
        .execute();
      const ids = due.map(({ id }) => id);
      if (ids.length > 0) await summarizeAccounts(tx, ids, now);
      return ids.length;
    });
    settled += count;
    if (count < batchSize) return settled;
  }
}
