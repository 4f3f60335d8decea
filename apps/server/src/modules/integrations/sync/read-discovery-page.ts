import { countContacts, unmetIds } from '../discovery/count-contacts.ts';
import { underLease } from '../reading/lease.ts';
import { readHeads } from '../reading/read-items.ts';
import type { SyncRun } from '../reading/sync-run.ts';
import { advanceTask, endTask, type SyncTask } from '../reading/sync-task.ts';

/** Reads one page of a discovery: the participants of each email, never its text. */
export async function readDiscoveryPage(run: SyncRun, task: SyncTask): Promise<void> {
  const page = await run.concurrency.run(() =>
    run.source.list({ since: task.since, domains: undefined }, task.pageToken ?? undefined),
  );
  // An email with an unreadable head is missing from the counts alone: it is read again, with its text, once
  // one of its domains is tracked.
  const { found } = await readHeads(run, await unmetIds(run, page.ids));
  await underLease(run.context.db, run.lease, async (tx) => {
    await countContacts(tx, run, found);
    if (page.nextPageToken === undefined) await endTask(tx, task);
    else await advanceTask(tx, run, task, page);
  });
}
