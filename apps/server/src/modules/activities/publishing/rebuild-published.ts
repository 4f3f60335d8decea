import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { rebuildRelationships } from '#modules/relationships/rebuild-relationships.ts';
import type { Touched } from './change.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { refreshContributors } from './refresh-contributors.ts';
import { refreshPublished } from './refresh-published.ts';
import { summarizeAccounts } from './summarize-accounts.ts';
import { noteActivitiesOfAccounts } from '#modules/listed-accounts/note-entries.ts';
import { sharers } from '#modules/users/is-sharer.ts';

/**
 * Deletes an account's published activities and publishes them again from the captured ones. Changes nothing
 * unless the two differed. Belongs in a transaction, so that no reader sees a part.
 */
export async function rebuildPublished(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  now = new Date(),
): Promise<void> {
  await lockAccounts(tx, workspaceId, [accountId]);
  await sql`
    delete from account_activity_words searched using account_activities published
    where published.workspace_id = ${workspaceId} and published.account_id = ${accountId}
      and searched.workspace_id = ${workspaceId} and searched.activity_id = published.id`.execute(
    tx,
  );
  await noteActivitiesOfAccounts(tx, workspaceId, [accountId]);
  for (const table of publishedTables) {
    await tx
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', accountId)
      .execute();
  }
  const { rows } = await sql<Touched>`
    select distinct share.workspace_id as "workspaceId", share.account_id as "accountId",
      link.activity_key as "activityKey"
    from ${sharers} sharer
    join domain_shares share
      on share.owner_id = sharer.user_id and share.workspace_id = sharer.workspace_id
    join captured_activity_domains link
      on link.owner_id = share.owner_id and link.domain_id = share.domain_id
    where sharer.workspace_id = ${workspaceId} and share.account_id = ${accountId}`.execute(tx);
  await refreshPublished(tx, rows, now, 'deferred');
  await refreshContributors(tx, workspaceId, [accountId]);
  await rebuildRelationships(tx, { workspaceId, accountId }, now);
  await summarizeAccounts(tx, workspaceId, [accountId], now);
}

const publishedTables = [
  'account_activities',
  'account_activity_contributors',
  'account_message_refs',
  'account_contributors',
  'account_days',
  'listed_accounts',
] as const;
