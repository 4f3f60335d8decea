import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { lockAccountsOfContacts } from './change-contacts.ts';
import { deferRelationships } from './refresh-relationships.ts';

/**
 * A user is in touch with no one by writing to an address of their own. After a mailbox is connected
 * for the first time: has the accounts that know its address as a contact counted again.
 */
export async function refreshOwnAddress(
  tx: Connection,
  userId: string,
  address: string,
): Promise<void> {
  const { rows } = await sql<{ workspaceId: string; accountIds: string[] }>`
    select contact.workspace_id as "workspaceId", array_agg(contact.account_id) as "accountIds"
    from memberships membership
    join contacts contact on contact.workspace_id = membership.workspace_id
      and contact.address = ${address.toLowerCase()}
    where membership.user_id = ${userId}
    group by contact.workspace_id order by 1`.execute(tx);
  for (const { workspaceId, accountIds } of rows) {
    await lockAccountsOfContacts(tx, workspaceId, sql`address = ${address.toLowerCase()}`);
    await deferRelationships(tx, workspaceId, accountIds);
  }
}
