import { prepareToCapture } from '../../activities/to-captured-row.ts';
import type { ActivityToCapture } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { underLease } from './lease.ts';
import type { ReadItems } from './read-items-result.ts';
import { storeFailedItems } from './store-failed-items.ts';
import type { SyncRun } from './sync-run.ts';

export const readItems = (run: SyncRun, ids: readonly string[]) =>
  collect(run, ids, readWhole(run)).then((read) => unlessAllFail(run, read));

/** Reads items that failed before: that they all fail again says nothing about the provider. */
export const readFailedItems = (run: SyncRun, ids: readonly string[]) =>
  collect(run, ids, readWhole(run)).then(({ items }) => items);

const readWhole =
  ({ source }: SyncRun) =>
  async (id: string): Promise<ActivityToCapture | undefined> => {
    const activity = await source.read(id);
    if (activity !== undefined) prepareToCapture(activity);
    return activity;
  };

/** Reads who was involved in items, and when. */
export const readHeads = (run: SyncRun, ids: readonly string[]) =>
  collect(run, ids, (id) => run.source.head(id)).then((read) => unlessAllFail(run, read));

interface Collected<Item> {
  items: ReadItems<Item>;
  /** Failures that may pass, by the item. */
  outages: Map<string, ProviderError>;
}

/**
 * Only when all of several items fail for the moment is it the provider that is ill, and not they:
 * then their page waits for the next sync. It waits once: what failed is written down, and when it
 * fails again in another sync, although the provider has just named it, it delays nothing any
 * more.
 */
async function unlessAllFail<Item>(
  run: SyncRun,
  { items, outages }: Collected<Item>,
): Promise<ReadItems<Item>> {
  const { found, absent, unread } = items;
  const [outage] = outages.values();
  const isWhole = found.length + absent.length + unread.length === outages.size;
  if (outage === undefined || !isWhole) return items;
  const known = await failedBefore(run, [...outages.keys()]);
  const fresh = unread.filter(({ id }) => !known.has(id) || run.held.has(id));
  if (fresh.length < 2) return items;
  await underLease(run.context.db, run.lease, (tx) => storeFailedItems(tx, run, fresh));
  for (const { id } of fresh) run.held.add(id);
  throw outage;
}

async function failedBefore(
  { context, ownerId, integrationId }: SyncRun,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await context.db
    .selectFrom('failed_items')
    .select('external_id')
    .where('owner_id', '=', ownerId)
    .where('integration_id', '=', integrationId)
    .where('external_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ external_id: id }) => id));
}

/** One item that fails stops none of the others. */
async function collect<Item>(
  { concurrency, source, signal, context: { log }, integrationId }: SyncRun,
  ids: readonly string[],
  read: (id: string) => Promise<Item | undefined>,
): Promise<Collected<Item>> {
  const items: ReadItems<Item> = { found: [], absent: [], unread: [] };
  const outages = new Map<string, ProviderError>();
  const readOne = async (id: string) => {
    try {
      const item = await concurrency.run(() => read(id));
      if (item === undefined) items.absent.push(id);
      else items.found.push({ id, item });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderError) {
        if (error.kind !== 'temporary' && error.kind !== 'permanent') throw error;
        if (error.kind === 'temporary') outages.set(id, error);
      }
      log.warn({ err: error, integrationId, item: id }, 'set an item aside');
      items.unread.push({ id, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  await concurrency.each([...new Set(ids)], readOne, source.readsAtOnce);
  return { items, outages };
}
