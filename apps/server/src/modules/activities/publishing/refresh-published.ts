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
  if (touched.length === 0) return;
  const accountIds = [...new Set(touched.map(({ accountId }) => accountId))];
  await lockAccounts(tx, accountIds);
  for (const part of chunk(touched, chunkSize)) {
    const changes = await publishRows(tx, part);
    await refreshWords(tx, part);
    await refreshThreads(tx, changes);
    await refreshDays(tx, changes);
    const days =
      relationships === 'refreshed' ? await touchedDays(tx, part, changes) : movedDays(changes);
    await refreshOrDeferRelationships(tx, days, now);
  }
  await refreshContributors(tx, accountIds);
  await summarizeAccounts(tx, accountIds, now);
}
