import { chunk, chunkSize } from './chunk.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { tryInSavepoint } from '#platform/database/try-in-savepoint.ts';
import { lockAccounts } from '../lock-accounts.ts';
import type { Change, Touched } from './change.ts';
import { publishRows } from './publish-rows.ts';
import { refreshContributors } from './refresh-contributors.ts';
import { refreshOrDeferRelationships } from '../../relationships/refresh-relationships.ts';
import { movedDays, touchedDays } from './touched-days.ts';
import { refreshDays } from './refresh-days.ts';
import { refreshThreads } from './refresh-threads.ts';
import { refreshWords } from './refresh-words.ts';
import { summarizeAccounts } from './summarize-accounts.ts';
import { noteEntries } from '../../listed-accounts/note-entries.ts';

/**
 * Computes and writes the published rows of some activities, and everything derived from them: words,
 * threads, days, contributors, and the grid's columns. Whole domains are published by it in steps
 * (`publish-step.ts`).
 *
 * An activity is published in an account while a captured copy of it is linked to a domain that its user, a
 * member, shares with the account's workspace, unless only hidden recipients are at that domain
 * (docs/decisions/hidden-recipients.md). Of several copies, the first captured one is shown. Repeating it
 * changes nothing. Belongs in the transaction that made the change, and locks the accounts until its end.
 *
 * @param relationships 'deferred' when the caller has them counted again later: counting the days of
 *   activities at any time takes longer, the more is published on these days.
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
      await noteEntries(tx, workspaceId, 'activity', changedOf(changes));
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

/** The activities that came, went or changed; of the others only the references did. */
const changedOf = (changes: readonly Change[]): string[] =>
  changes
    .filter(({ day, oldDay }) => day !== null || oldDay !== null)
    .map(({ activityId }) => activityId);

/** Activities that the database refuses, and why it refuses the first of them. */
export interface RefusedActivities {
  refused: Touched[];
  reason?: Error;
}

/** Does the same, except for activities that the database refuses, which change nothing. */
export async function refreshAcceptable(
  tx: Connection,
  touched: readonly Touched[],
  now = new Date(),
  relationships: 'refreshed' | 'deferred' = 'refreshed',
): Promise<RefusedActivities> {
  if (touched.length === 0) return { refused: [] };
  const reason = await tryInSavepoint(tx, () => refreshPublished(tx, touched, now, relationships));
  if (reason === undefined) return { refused: [] };
  if (touched.length === 1) return { refused: [...touched], reason };
  const refused: Touched[] = [];
  let first: Error | undefined;
  for (const half of chunk(touched, Math.ceil(touched.length / 2))) {
    const result = await refreshAcceptable(tx, half, now, relationships);
    refused.push(...result.refused);
    first ??= result.reason;
  }
  return { refused, ...(first !== undefined && { reason: first }) };
}
