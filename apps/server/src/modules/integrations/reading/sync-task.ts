import { sql } from 'kysely';
import type { IntegrationKey } from '#platform/database/integration-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import type { ListPage } from '../provider/activity-source.ts';
import { countPage, MAX_PAGES, type PagesRead, type PageStop, stopMessage } from './page-limit.ts';

/**
 * A listing to read: for discovery, for newly tracked domains, for the comparison with the stored items, or
 * to preview an import.
 */
export interface SyncTask extends PagesRead {
  ownerId: string;
  id: string;
  kind: 'discover' | 'backfill' | 'reconcile' | 'preview';
  domains: string[];
  since: Date;
  removesDeleted: boolean;
  pageToken: string | null;
  processed: number;
}

/** The SQL condition for a task that is not stopped, or whose wait is over. */
export const isReadable = sql<boolean>`(stopped_until is null or stopped_until <= now())`;

/** The pause after a listing that did not end; SQL. */
const STOPPED_FOR = sql`interval '1 hour'`;

/**
 * Finds the task to continue. Discovery and previews come first, because a user waits for them; then the
 * least advanced one, so that a new domain does not wait for the end of a long list. A comparison comes last,
 * so that it does not report items that another task is about to store.
 *
 * @param first the id of a task that goes before all others, if it is still there.
 */
export async function nextTask(
  db: Database,
  { ownerId, integrationId }: IntegrationKey,
  first?: string,
): Promise<SyncTask | undefined> {
  return db
    .selectFrom('sync_tasks')
    .select([
      'owner_id as ownerId',
      'id',
      'kind',
      'domains',
      'since',
      'removes_deleted as removesDeleted',
      'page_token as pageToken',
      'processed',
    ])
    .select(['pages', 'earlier_token as earlierToken'])
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where(isReadable)
    .$if(first !== undefined, (query) => query.orderBy((eb) => eb('id', '=', first ?? ''), 'desc'))
    .orderBy((eb) => eb('kind', '=', 'discover'), 'desc')
    .orderBy((eb) => eb('kind', '=', 'preview'), 'desc')
    .orderBy((eb) => eb('kind', '=', 'reconcile'))
    .orderBy('processed')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

type PassedPage = Pick<ListPage, 'ids' | 'nextPageToken' | 'total'>;

/**
 * Moves a task behind pages that were dealt with; the caller ends it after the last one. A listing
 * that does not end is stopped: it begins again after a while, and `findStopReason` reports it.
 *
 * @returns whether the task goes on.
 */
export async function advanceTask(
  tx: Connection,
  { provider }: { provider: { name: string } },
  task: SyncTask,
  ...pages: readonly PassedPage[]
): Promise<boolean> {
  let at = task;
  for (const page of pages) {
    const { stop, next } = passPage(at, page);
    if (stop !== undefined) {
      await stopTask(tx, task, stopMessage(provider.name, stop));
      return false;
    }
    at = next;
  }
  const total = pages.at(-1)?.total;
  await tx
    .updateTable('sync_tasks')
    .set({
      page_token: at.pageToken,
      pages: at.pages,
      earlier_token: at.earlierToken,
      stop_reason: null,
      processed: at.processed,
      total: total === undefined ? null : Math.max(total, at.processed),
    })
    .where('owner_id', '=', task.ownerId)
    .where('id', '=', task.id)
    .execute();
  return true;
}

/** The task behind a page; undefined when nothing follows, or its listing is stopped there. */
export function taskAfter(task: SyncTask, page: PassedPage): SyncTask | undefined {
  const { stop, next } = passPage(task, page);
  return page.nextPageToken === undefined || stop !== undefined ? undefined : next;
}

function passPage(
  task: SyncTask,
  { ids, nextPageToken }: PassedPage,
): { stop: PageStop | undefined; next: SyncTask } {
  const processed = task.processed + ids.length;
  // The last page is not left before the task is ended, so that a crash repeats it alone.
  if (nextPageToken === undefined) return { stop: undefined, next: { ...task, processed } };
  // A mailbox may be searched domain by domain, which takes a page for each at least.
  const maximum = MAX_PAGES + task.domains.length;
  const tokens = { current: task.pageToken, next: nextPageToken };
  const { stop, pages, earlierToken } = countPage(task, tokens, maximum);
  return { stop, next: { ...task, processed, pages, earlierToken, pageToken: nextPageToken } };
}

async function stopTask(tx: Connection, { ownerId, id }: SyncTask, reason: string): Promise<void> {
  await tx
    .deleteFrom('sync_seen')
    .where('owner_id', '=', ownerId)
    .where('task_id', '=', id)
    .execute();
  await tx
    .updateTable('sync_tasks')
    .set({
      page_token: null,
      pages: 0,
      earlier_token: null,
      processed: 0,
      total: null,
      stopped_until: sql<Date>`now() + ${STOPPED_FOR}`,
      stop_reason: reason,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
}

/** The reason why a task of the integration is paused at the moment, if one is. */
export async function findStopReason(
  db: Database,
  { ownerId, integrationId }: IntegrationKey,
): Promise<string | undefined> {
  const stopped = await db
    .selectFrom('sync_tasks')
    .select('stop_reason as reason')
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where('stopped_until', '>', sql<Date>`now()`)
    .where('stop_reason', 'is not', null)
    .orderBy('stopped_until', 'desc')
    .limit(1)
    .executeTakeFirst();
  return stopped?.reason ?? undefined;
}

/**
 * Records the items that a task has listed: its list may name an item again, and an item that it never names
 * may be deleted.
 */
export async function rememberSeen(
  tx: Connection,
  { ownerId, id }: SyncTask,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into sync_seen (owner_id, task_id, external_id)
    select ${ownerId}::uuid, ${id}::uuid, external_id
    from unnest(${ids}::text[]) as given(external_id)
    on conflict do nothing`.execute(tx);
}

export async function endTask(tx: Connection, { ownerId, id }: SyncTask): Promise<void> {
  await tx.deleteFrom('sync_tasks').where('owner_id', '=', ownerId).where('id', '=', id).execute();
}
