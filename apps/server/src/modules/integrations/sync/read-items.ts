import type { ActivityToCapture } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { ReadItems } from './read-outcome.ts';
import type { SyncRun } from './sync-run.ts';

/** Reads items whole. */
export const readItems = (run: SyncRun, ids: readonly string[]) =>
  collect<ActivityToCapture>(run, ids, (id) => run.source.read(id));

/** Reads who was involved in items, and when. */
export const readHeads = (run: SyncRun, ids: readonly string[]) =>
  collect(run, ids, (id) => run.source.head(id));

/**
 * One item that fails stops none of the others. Only when all of several fail for the moment is it
 * the provider that is ill, and not they: then the whole page waits for the next sync.
 */
async function collect<Item>(
  { pace, signal, context: { log }, integrationId }: SyncRun,
  ids: readonly string[],
  read: (id: string) => Promise<Item | undefined>,
): Promise<ReadItems<Item>> {
  const result: ReadItems<Item> = { found: [], absent: [], unread: [] };
  const outages: ProviderError[] = [];
  await pace.each([...new Set(ids)], async (id) => {
    try {
      const item = await pace.run(() => read(id));
      if (item === undefined) result.absent.push(id);
      else result.found.push({ id, item });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProviderError) {
        if (error.kind !== 'temporary' && error.kind !== 'permanent') throw error;
        if (error.kind === 'temporary') outages.push(error);
      }
      log.warn({ err: error, integrationId, item: id }, 'set an item aside');
      result.unread.push({ id, reason: error instanceof Error ? error.message : String(error) });
    }
  });
  const [outage] = outages;
  if (outage && outages.length > 1 && outages.length === ids.length) throw outage;
  return result;
}
