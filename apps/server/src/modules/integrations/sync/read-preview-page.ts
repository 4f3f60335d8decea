import { createDomainMatcher } from '@repo/domain/domains/match-domains';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { ListPage } from '../provider/activity-source.ts';
import { underLease } from '../reading/lease.ts';
import { readHeads } from '../reading/read-items.ts';
import type { SyncRun } from '../reading/sync-run.ts';
import { advanceTask, endTask, type SyncTask } from '../reading/sync-task.ts';

/** An item on a page, and the domain of the preview that it concerns. */
interface Met {
  domain: string;
  id: string;
}

/**
 * Counts one page for the preview of an import, and stores no item.
 *
 * A mailbox is searched for one domain after the other, and the results are counted: reading the participants
 * of each email would cost twenty times the quota. A calendar or a list of calls comes whole, with all
 * participants; it is read once for all domains, as is a mailbox that cannot be searched.
 */
export async function readPreviewPage(run: SyncRun, task: SyncTask): Promise<void> {
  if (run.provider.kind === 'mail' && run.source.listsByHeads !== true)
    await countListed(run, task);
  else await countConcerned(run, task);
}

async function countListed(run: SyncRun, task: SyncTask): Promise<void> {
  const position = readPosition(task.pageToken);
  const domain = task.domains[position.index];
  const page = domain === undefined ? noPage : await listPage(run, task, [domain], position.token);
  await underLease(run.context.db, run.lease, async (tx) => {
    if (domain !== undefined) {
      await addUp(
        tx,
        run,
        task,
        page.ids.map((id) => ({ domain, id })),
      );
    }
    const isCounted = page.nextPageToken === undefined;
    if (isCounted) await settle(tx, run, [domain ?? '']);
    const next = isCounted
      ? { index: position.index + 1, token: undefined }
      : { index: position.index, token: page.nextPageToken };
    if (next.index >= task.domains.length) await endTask(tx, task);
    else await advance(tx, run, task, { ...page, nextPageToken: writePosition(next) });
  });
}

async function countConcerned(run: SyncRun, task: SyncTask): Promise<void> {
  const page = await listPage(run, task, task.domains, task.pageToken ?? undefined);
  const { found } = await readHeads(run, page.ids);
  const matches = createDomainMatcher(task.domains);
  const met = found.flatMap(({ id, item }) =>
    [...new Set(item.participants.flatMap(({ email }) => matches(email)))].map((domain) => ({
      domain,
      id,
    })),
  );
  await underLease(run.context.db, run.lease, async (tx) => {
    await addUp(tx, run, task, met);
    if (page.nextPageToken !== undefined) return advance(tx, run, task, page);
    await settle(tx, run, task.domains);
    await endTask(tx, task);
  });
}

const noPage: ListPage = { ids: [], nextPageToken: undefined, total: undefined };

const listPage = (
  run: SyncRun,
  { since }: SyncTask,
  domains: readonly string[],
  token: string | undefined,
): Promise<ListPage> => run.concurrency.run(() => run.source.list({ since, domains }, token));

/** A count that was stopped begins again, and so does its number. */
async function advance(
  tx: Connection,
  run: SyncRun,
  task: SyncTask,
  page: ListPage,
): Promise<void> {
  if (await advanceTask(tx, run, task, page)) return;
  await tx
    .updateTable('import_previews')
    .set({ activities: 0, is_counted: false })
    .where('owner_id', '=', run.ownerId)
    .where('integration_id', '=', run.integrationId)
    .where(sql<boolean>`domain = any(${task.domains}::text[])`)
    .execute();
}

/** Each item counts once for a domain, however often it is listed. */
async function addUp(
  tx: Connection,
  { ownerId, integrationId }: SyncRun,
  { id: taskId }: SyncTask,
  met: readonly Met[],
): Promise<void> {
  if (met.length === 0) return;
  await sql`
    with fresh as (
      insert into sync_seen (owner_id, task_id, external_id)
      select ${ownerId}::uuid, ${taskId}::uuid, domain || ' ' || id from unnest(
        ${met.map(({ domain }) => domain)}::text[], ${met.map(({ id }) => id)}::text[]
      ) as met(domain, id)
      on conflict do nothing
      returning split_part(external_id, ' ', 1) as domain
    )
    update import_previews set activities = activities + counted.items
    from (select domain, count(*) as items from fresh group by domain) counted
    where owner_id = ${ownerId} and integration_id = ${integrationId}
      and import_previews.domain = counted.domain`.execute(tx);
}

async function settle(
  tx: Connection,
  { ownerId, integrationId }: SyncRun,
  domains: readonly string[],
): Promise<void> {
  await tx
    .updateTable('import_previews')
    .set({ is_counted: true })
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where(sql<boolean>`domain = any(${domains}::text[])`)
    .execute();
}

/** The progress of counting a mailbox: the domain, and the position in its list. */
interface CountPosition {
  index: number;
  token: string | undefined;
}

const writePosition = ({ index, token }: CountPosition): string => `${index}|${token ?? ''}`;

function readPosition(text: string | null): CountPosition {
  const [, index = '0', token = ''] = /^(\d+)\|(.*)$/s.exec(text ?? '') ?? [];
  return { index: Number(index), token: token === '' ? undefined : token };
}
