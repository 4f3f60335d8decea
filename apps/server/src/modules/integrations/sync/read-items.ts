import type { ActivityToCapture } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { ReadItems } from './read-outcome.ts';
import type { SyncRun } from './sync-run.ts';

/** Reads items whole. */
export const readItems = (run: SyncRun, ids: readonly string[]) =>
  collect<ActivityToCapture>(run, ids, (id) => run.source.read(id)).then(unlessAllFail);

/** Reads items that failed before: that they all fail again says nothing about the provider. */
export const readFailedItems = (run: SyncRun, ids: readonly string[]) =>
  collect<ActivityToCapture>(run, ids, (id) => run.source.read(id)).then(({ items }) => items);

/** Reads who was involved in items, and when. */
export const readHeads = (run: SyncRun, ids: readonly string[]) =>
  collect(run, ids, (id) => run.source.head(id)).then(unlessAllFail);

interface Collected<Item> {
  items: ReadItems<Item>;
  /** Failures that may pass, an entry for each item. */
  outages: ProviderError[];
}

/**
 * Only when all of several items fail for the moment is it the provider that is ill, and not they:
 * then the whole page waits for the next sync.
 */
function unlessAllFail<Item>({ items, outages }: Collected<Item>): ReadItems<Item> {
  const all = items.found.length + items.absent.length + items.unread.length;
  if (outages.length > 1 && outages.length === all) throw outages[0];
  return items;
}

/** One item that fails stops none of the others. */
async function collect<Item>(
  { pace, signal, context: { log }, integrationId }: SyncRun,
  ids: readonly string[],
  read: (id: string) => Promise<Item | undefined>,
): Promise<Collected<Item>> {
  const items: ReadItems<Item> = { found: [], absent: [], unread: [] };
  const outages: ProviderError[] = [];
  await pace.each([...new Set(ids)], async (id) => {
    try {
      const item = await pace.run(() => read(id));
      if (item === undefined) items.absent.push(id);
      else items.found.push({ id, item });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderError) {
        if (error.kind !== 'temporary' && error.kind !== 'permanent') throw error;
        if (error.kind === 'temporary') outages.push(error);
      }
      log.warn({ err: error, integrationId, item: id }, 'set an item aside');
      items.unread.push({ id, reason: error instanceof Error ? error.message : String(error) });
    }
  });
  return { items, outages };
}
