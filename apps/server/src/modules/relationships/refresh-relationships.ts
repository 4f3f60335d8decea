import type { Connection } from '../../platform/database/create-database.ts';
import { sql } from 'kysely';
import { refreshContacts, removeUnusedContacts } from './refresh-contacts.ts';
import { personsOf, refreshTies } from './refresh-ties.ts';
import { type AccountDay, refreshTieDays } from './refresh-tie-days.ts';
import { summarizeRelationships } from './summarize-relationships.ts';

/**
 * Brings up to date who is in touch with whom, after something changed on some days of accounts: the
 * days in touch, the contacts, the strength of each pair, and what the grid shows of it. Only what
 * has begun counts; doing it again changes nothing.
 *
 * Belongs into the transaction that published; the caller has locked the accounts.
 */
export async function refreshRelationships(
  tx: Connection,
  changed: readonly AccountDay[],
  now: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const days = [...new Map(changed.map((one) => [`${one.accountId} ${one.day}`, one])).values()];
  const touched = await refreshTieDays(tx, days, now);
  await refreshContacts(tx, touched, now);
  await refreshTies(tx, await personsOf(tx, touched));
  const gone = touched.filter(({ address }) => address === null);
  await removeUnusedContacts(
    tx,
    sql`(workspace_id, id) in (
      select * from unnest(
        ${gone.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${gone.map(({ contactId }) => contactId)}::uuid[]))`,
  );
  await summarizeRelationships(tx, [...new Set(days.map(({ accountId }) => accountId))], now);
}
