import { sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { removeUnusedContacts } from './refresh-contacts.ts';
import { refreshRelationships } from './refresh-relationships.ts';
import { WITHHELD_CONTACT } from './counting/refresh-tie-days.ts';
import { type AccountPerson, refreshTies } from './counting/refresh-ties.ts';
import { summarizeRelationships } from './summarize-relationships.ts';

/**
 * Deletes the days in touch and the ties of an account and computes them again from its published activities.
 * Contacts keep the members' decisions about them, unless no one is in touch with them any more. The caller
 * has locked the account.
 */
export async function rebuildRelationships(
  tx: Connection,
  { workspaceId, accountId }: AccountKey,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('tie_days')
    .where('workspace_id', '=', workspaceId)
    .where('account_id', '=', accountId)
    .execute();
  const { rows: days } = await sql<{ day: string }>`
    select distinct day from account_activities
    where workspace_id = ${workspaceId} and account_id = ${accountId} and occurred_at <= ${now}`.execute(
    tx,
  );
  await refreshRelationships(
    tx,
    workspaceId,
    days.map(({ day }) => ({ accountId, day })),
    now,
  );
  const { rows: persons } = await sql<AccountPerson>`
    select distinct account_id as "accountId", person_id as "personId"
    from contacts where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(tx);
  await refreshTies(tx, workspaceId, [...persons, { accountId, personId: WITHHELD_CONTACT }]);
  await removeUnusedContacts(tx, workspaceId, sql`account_id = ${accountId}`);
  await summarizeRelationships(tx, workspaceId, [accountId], now);
}
