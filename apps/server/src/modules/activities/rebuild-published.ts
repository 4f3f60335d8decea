import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { rebuildRelationships } from '../relationships/rebuild-relationships.ts';
import type { Touched } from './publishing/change.ts';
import { lockAccounts } from './publishing/lock-accounts.ts';
import { refreshContributors } from './publishing/refresh-contributors.ts';
import { refreshPublished } from './publishing/refresh-published.ts';
import { summarizeAccounts } from './publishing/summarize-accounts.ts';

/**
 * Forgets what is published in an account and publishes it again from what is captured. Changes
 * nothing unless the two had come apart. Belongs into a transaction, so that no one sees a part.
 */
export async function rebuildPublished(
  tx: Connection,
  accountId: string,
  now = new Date(),
): Promise<void> {
  await lockAccounts(tx, [accountId]);
  await sql`
    delete from account_activity_words searched using account_activities published
    where published.account_id = ${accountId}
      and searched.workspace_id = published.workspace_id
      and searched.activity_id = published.id`.execute(tx);
  for (const table of publishedTables) {
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute();
  }
  const { rows } = await sql<Touched>`
    select distinct account_id as "accountId", activity_key as "activityKey"
    from domain_shares join captured_activity_domains using (domain_id)
    where account_id = ${accountId}`.execute(tx);
  await refreshPublished(tx, rows, now, 'deferred');
  await refreshContributors(tx, [accountId]);
  await rebuildRelationships(tx, accountId, now);
  await summarizeAccounts(tx, [accountId], now);
}

const publishedTables = [
  'account_activities',
  'account_activity_contributors',
  'account_message_refs',
  'account_contributors',
  'account_days',
  'listed_accounts',
] as const;
