import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type UpdateObject } from 'kysely';
import { startOfBusinessDay } from '@repo/domain/time/business-day';
import type { Connection } from '#platform/database/create-database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { lockOwner } from '../../activities/lock-owner.ts';
import { backfillStart } from '../../domains/sync-windows.ts';
import type { HistoryRate } from '../provider.ts';
import type { ListPage } from '../provider/activity-source.ts';
import { ProviderError } from '../provider-error.ts';
import { forgetUnusedLocations, storeLocations } from '../reading/item-locations.ts';
import { underLease } from '../reading/lease.ts';
import { countPage, MAX_PAGES, type PagesRead, stopMessage } from '../reading/page-limit.ts';
import { readItems } from '../reading/read-items.ts';
import { storeUnreadableItems } from '../reading/store-failed-items.ts';
import { storeItems } from '../reading/store-items.ts';
import type { SyncRun } from '../reading/sync-run.ts';
import { unstoredIds } from '../reading/unstored-ids.ts';
import { mayGoOn } from './history-lease.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** For so long an import keeps its turn; others have theirs then; milliseconds. */
const TURN_MS = 30_000;
/** A wait that is longer ends the turn; milliseconds. */
const MAX_WAIT_MS = 2_000;

/** A stretch of time that is listed at once, for the domains that have been read back to its end. */
interface Slice {
  from: Date;
  to: Date;
  domains: string[];
  pageToken: string | null;
  read: PagesRead;
}

/**
 * Reads activities from before the regular window, newest first, slice by slice. Each page is stored
 * with the place behind it and the time before which the next one is not requested, so that nothing
 * is lost or repeated when the process dies. It ends when it is finished or paused, has to wait, or
 * when the regular sync is due.
 */
export async function readHistory(run: SyncRun): Promise<void> {
  const { history: rate } = run.provider;
  if (rate === undefined) return;
  const end = Date.now() + TURN_MS;
  for (;;) {
    run.signal.throwIfAborted();
    const slice = await underLease(run.context.db, run.lease, (tx) => nextSlice(tx, run, rate));
    if (slice === undefined) return;
    const wait = await readPage(run, slice, rate);
    if (wait > MAX_WAIT_MS || Date.now() + wait > end || run.source.isWanted?.()) return;
    if (wait > 0) await sleep(wait, undefined, { signal: run.signal });
    if (!(await mayGoOn(run.context.db, run))) return;
  }
}

/** The slice that is under way, or a new one; undefined when all is read, and while paused. */
async function nextSlice(
  tx: Connection,
  run: SyncRun,
  rate: HistoryRate,
): Promise<Slice | undefined> {
  // A domain that is being tracked right now is among the domains below, or reopens the import afterwards.
  await lockOwner(tx, run.ownerId);
  const row = await tx
    .selectFrom('history_imports as history')
    .innerJoin('histories as chosen', 'chosen.owner_id', 'history.owner_id')
    .select(['slice_from', 'slice_to', 'slice_domains', 'page_token'])
    .select(['pages', 'earlier_token as earlierToken'])
    .select(sql<string>`chosen.since::text`.as('since'))
    .where('history.owner_id', '=', run.ownerId)
    .where('history.integration_id', '=', run.integrationId)
    .where('chosen.is_paused', '=', false)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const since = startOfBusinessDay(row.since);
  // A later day may have been chosen meanwhile.
  if (row.slice_from !== null && row.slice_to !== null && row.slice_to > since) {
    return {
      from: row.slice_from,
      to: row.slice_to,
      domains: row.slice_domains ?? [],
      pageToken: row.page_token,
      read: { pages: row.pages, earlierToken: row.earlierToken },
    };
  }
  await sql`insert into history_positions (owner_id, integration_id, domain_id, until)
    select owner_id, ${run.integrationId}, id, ${backfillStart()} from domains
    where owner_id = ${run.ownerId} on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ domain: string; until: Date }>`
    with unread as (
      select domain_id, until from history_positions
      where owner_id = ${run.ownerId} and integration_id = ${run.integrationId} and until > ${since})
    select domain, until from unread
    join domains on domains.owner_id = ${run.ownerId} and domains.id = domain_id
    where until = (select max(until) from unread) order by domain`.execute(tx);
  const [first] = rows;
  if (first === undefined) {
    await update(tx, run, { finished_at: sql<Date>`now()`, message: null });
    return undefined;
  }
  const slice = {
    // Slices end at the same moments for all domains, so that one tracked later joins the others.
    from: new Date(Math.max(since.getTime(), sliceStart(first.until, rate.sliceDays))),
    to: first.until,
    domains: rows.map(({ domain }) => domain),
    pageToken: null,
    read: { pages: 0, earlierToken: null },
  };
  await update(tx, run, {
    ...noPages,
    slice_from: slice.from,
    slice_to: slice.to,
    slice_domains: slice.domains,
  });
  return slice;
}

function sliceStart(until: Date, days: number): number {
  const length = days * DAY_MS;
  return Math.floor((until.getTime() - 1) / length) * length;
}

/** @returns after how many milliseconds the next page may be requested. */
async function readPage(run: SyncRun, slice: Slice, rate: HistoryRate): Promise<number> {
  const begun = performance.now();
  const window = { since: slice.from, until: slice.to, domains: slice.domains };
  const page = await run.concurrency.run(() =>
    run.source.list(window, slice.pageToken ?? undefined),
  );
  const counted = await requireEnd(run, slice, page.nextPageToken);
  const unstored = await unstoredIds(run, page.ids);
  const items = await readItems(run, unstored);
  const least = rate.pageMs + unstored.length * rate.itemMs;
  const wait = Math.max(0, least - (performance.now() - begun));
  await underLease(run.context.db, run.lease, async (tx) => {
    await storeLocations(tx, run, page);
    await storeItems(tx, run, items);
    await storeUnreadableItems(tx, run, page.unreadable);
    await forgetUnusedLocations(tx, run, page);
    await advance(tx, run, slice, { page, counted, wait });
  });
  return wait;
}

/** @throws ProviderError for a listing that does not end; it begins again after a while. */
async function requireEnd(
  run: SyncRun,
  { pageToken: current, read, domains }: Slice,
  next: string | undefined,
): Promise<PagesRead> {
  if (next === undefined) return read;
  // As in `sync-task.ts`: a mailbox may be searched domain by domain.
  const { stop, ...counted } = countPage(read, { current, next }, MAX_PAGES + domains.length);
  if (stop === undefined) return counted;
  await underLease(run.context.db, run.lease, (tx) => update(tx, run, noPages));
  throw new ProviderError('permanent', stopMessage(run.provider.name, stop));
}

const noPages = { page_token: null, pages: 0, earlier_token: null };

async function advance(
  tx: Connection,
  run: SyncRun,
  { from, to, domains }: Slice,
  {
    page: { ids, nextPageToken },
    counted,
    wait,
  }: { page: ListPage; counted: PagesRead; wait: number },
): Promise<void> {
  const common = {
    listed: sql<number>`listed + ${ids.length}`,
    not_before: sql<Date>`now() + make_interval(secs => ${wait / 1_000})`,
    failures: 0,
    message: null,
  };
  if (nextPageToken !== undefined) {
    await update(tx, run, {
      ...common,
      page_token: nextPageToken,
      pages: counted.pages,
      earlier_token: counted.earlierToken,
    });
    return;
  }
  await sql`update history_positions position set until = ${from} from domains
    where position.owner_id = ${run.ownerId} and position.integration_id = ${run.integrationId}
      and domains.owner_id = position.owner_id and domains.id = position.domain_id
      and domains.domain = any(${domains}::text[])
      and position.until = ${to}`.execute(tx);
  await update(tx, run, {
    ...common,
    ...noPages,
    slice_from: null,
    slice_to: null,
    slice_domains: null,
    days_read: sql<number>`days_read + ${(to.getTime() - from.getTime()) / DAY_MS}::float8`,
  });
}

const update = (
  tx: Connection,
  { ownerId, integrationId }: SyncRun,
  values: UpdateObject<Schema, 'history_imports'>,
) =>
  tx
    .updateTable('history_imports')
    .set(values)
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .execute();
