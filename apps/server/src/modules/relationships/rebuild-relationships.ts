import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { removeUnusedContacts } from './refresh-contacts.ts';
import { refreshRelationships } from './refresh-relationships.ts';
import { WITHHELD_CONTACT } from './refresh-tie-days.ts';
import { type AccountPerson, refreshTies } from './refresh-ties.ts';
import { summarizeRelationships } from './summarize-relationships.ts';

/**
 * Forgets the days in touch and the ties of an account and computes them again from what is
 * published. Contacts stay with what members decided about them, unless no one is in touch with
 * them any more. The caller has locked the account.
 */
export async function rebuildRelationships(
  tx: Connection,
  accountId: string,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('tie_days')
    .where('account_id', '=', accountId)
    .where('contact_id', '<>', WITHHELD_CONTACT)
    .execute();
  const { rows: days } = await sql<{ day: string }>`
    select distinct day from account_activities
    where account_id = ${accountId} and occurred_at <= ${now}`.execute(tx);
  await refreshRelationships(
    tx,
    days.map(({ day }) => ({ accountId, day })),
    now,
  );
  const { rows: persons } = await sql<AccountPerson>`
    select distinct workspace_id as "workspaceId", account_id as "accountId",
      person_id as "personId"
    from contacts where account_id = ${accountId}`.execute(tx);
  await refreshTies(tx, persons);
  await removeUnusedContacts(tx, sql`account_id = ${accountId}`);
  await summarizeRelationships(tx, [accountId], now);
}
