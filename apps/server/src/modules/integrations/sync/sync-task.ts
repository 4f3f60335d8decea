import type { Connection, Database } from '../../../platform/database/create-database.ts';
import type { ListPage } from '../provider.ts';

/**
 * A listing that is to be read through: for discovery, for newly tracked domains, to compare what
 * is stored with it, or to count what an import would bring.
 */
export interface SyncTask {
  id: string;
  kind: 'discover' | 'backfill' | 'reconcile' | 'preview';
  domains: string[];
  since: Date;
  removesDeleted: boolean;
  pageToken: string | null;
  processed: number;
}

/**
 * The task to go on with: discovery and previews first, since someone waits for them, then the one
 * that is least far, so that a domain just tracked does not wait for the end of a long list. A
 * comparison comes last: it is to find nothing that is on its way already.
 *
 * @param first the id of a task that goes before all others, if it is still there.
 */
export async function nextTask(
  db: Database,
  integrationId: string,
  first?: string,
): Promise<SyncTask | undefined> {
  return db
    .selectFrom('sync_tasks')
    .select([
      'id',
      'kind',
      'domains',
      'since',
      'removes_deleted as removesDeleted',
      'page_token as pageToken',
      'processed',
    ])
    .where('integration_id', '=', integrationId)
    .$if(first !== undefined, (query) => query.orderBy((eb) => eb('id', '=', first ?? ''), 'desc'))
    .orderBy((eb) => eb('kind', '=', 'discover'), 'desc')
    .orderBy((eb) => eb('kind', '=', 'preview'), 'desc')
    .orderBy((eb) => eb('kind', '=', 'reconcile'))
    .orderBy('processed')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Moves a task behind a page that was dealt with; the caller ends it after the last one. */
export async function advanceTask(
  tx: Connection,
  { id, pageToken, processed }: SyncTask,
  { ids, nextPageToken, total }: ListPage,
): Promise<void> {
  const done = processed + ids.length;
  await tx
    .updateTable('sync_tasks')
    .set({
      // The last page is not left before the task is ended, so that a crash repeats it alone.
      page_token: nextPageToken ?? pageToken,
      processed: done,
      total: total === undefined ? null : Math.max(total, done),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Remembers what a task has met: its list may name it again, and what it never names may be gone.
 */
export async function rememberSeen(
  tx: Connection,
  { id }: SyncTask,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('sync_seen')
    .values(ids.map((one) => ({ task_id: id, external_id: one })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function endTask(tx: Connection, { id }: SyncTask): Promise<void> {
  await tx.deleteFrom('sync_tasks').where('id', '=', id).execute();
}
