import { chunk, chunkSize } from './chunk.ts';
import type { Connection } from '../../../platform/database/create-database.ts';
import { lockAccounts } from './lock-accounts.ts';
import type { Touched } from './change.ts';
import { publishRows } from './publish-rows.ts';
import { refreshContributors } from './refresh-contributors.ts';
import { refreshOrDeferRelationships } from '../../relationships/refresh-relationships.ts';
import { movedDays, touchedDays } from './touched-days.ts';
import { refreshDays } from './refresh-days.ts';
import { refreshThreads } from './refresh-threads.ts';
import { refreshWords } from './refresh-words.ts';
import { summarizeAccounts } from './summarize-accounts.ts';

/**
 * Computes the published rows of some activities and writes them, with everything that
 * follows from it (words, threads, days, contributors, and what the grid shows of the accounts).
 * Whole domains are published by it in steps (`publish-step.ts`).
 *
 * An activity is published in an account while a captured copy of it is linked to a domain that
 * its owner, a member, shares with the account's workspace, unless only hidden recipients are at
 * that domain (docs/decisions/hidden-recipients.md); of several copies the first captured
 * one is shown. Doing it again changes nothing. Belongs into the transaction that made the change;
 * holds the accounts until its end.
 *
 * @param relationships 'deferred' where the caller has them counted again later: counting the days
 *   of activities that lie anywhere in time takes longer, the more is published on these days.
 */
export async function refreshPublished(
  tx: Connection,
  touched: readonly Touched[],
  now = new Date(),
  relationships: 'refreshed' | 'deferred' = 'refreshed',
): Promise<void> {
  const byWorkspace = Map.groupBy(touched, ({ workspaceId }) => workspaceId);
  // In this order everyone locks accounts (`lockAccounts`).
  for (const workspaceId of [...byWorkspace.keys()].sort()) {
    const inWorkspace = byWorkspace.get(workspaceId) ?? [];
    const accountIds = [...new Set(inWorkspace.map(({ accountId }) => accountId))];
    await lockAccounts(tx, workspaceId, accountIds);
    for (const part of chunk(inWorkspace, chunkSize)) {
      const changes = await publishRows(tx, workspaceId, part);
      await refreshWords(tx, part);
      await refreshThreads(tx, workspaceId, changes);
      await refreshDays(tx, workspaceId, changes);
      const days =
        relationships === 'refreshed'
          ? await touchedDays(tx, workspaceId, part, changes)
          : movedDays(changes);
      await refreshOrDeferRelationships(tx, workspaceId, days, now);
    }
    await refreshContributors(tx, workspaceId, accountIds);
    await summarizeAccounts(tx, workspaceId, accountIds, now);
  }
}
