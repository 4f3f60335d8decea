import { countContacts, unmetIds } from '../discovery/count-contacts.ts';
import { underLease } from './lease.ts';
import { readHeads } from './read-items.ts';
import type { SyncRun } from './sync-run.ts';
import { advanceTask, endTask, type SyncTask } from './sync-task.ts';

/** Reads one page of a discovery: who took part in each mail, never what it says. */
export async function readDiscoveryPage(run: SyncRun, task: SyncTask): Promise<void> {
  const page = await run.concurrency.run(() =>
    run.source.list({ since: task.since, domains: undefined }, task.pageToken ?? undefined),
  );
  // A mail whose head cannot be read is missing from the counts alone: it is read again, with its
  // text, as soon as a domain of it is tracked.
  const { found } = await readHeads(run, await unmetIds(run, page.ids));
  await underLease(run.context.db, run.lease, async (tx) => {
    await countContacts(tx, run, found);
    if (page.nextPageToken === undefined) await endTask(tx, task);
    else await advanceTask(tx, task, page);
  });
}
