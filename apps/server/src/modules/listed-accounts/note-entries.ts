import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * The kinds of records that an API client can follow in a workspace. A person is a contact of one account.
 */
export type EntryKind = 'account' | 'activity' | 'person';

/**
 * Records which accounts, activities or people of a workspace were added, changed or removed, for software that follows
 * them (docs/decisions/following-changes.md). Belongs into the transaction of the change, so that both become visible
 * together. Rows are only inserted: concurrent transactions never wait for each other here.
 */
export async function noteEntries(
  tx: Connection,
  workspaceId: string,
  kind: EntryKind,
  ids: Iterable<string>,
  { isNew = false } = {},
): Promise<void> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return;
  await sql`
    insert into changed_entries (workspace_id, kind, entry_id, is_new)
    select ${workspaceId}, ${kind}, unnest(${distinct}::uuid[]), ${isNew}`.execute(tx);
}

/** Records that no one sees the people of an account any more, or sees them again. */
export async function notePeopleOfAccount(
  tx: Connection,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
): Promise<void> {
  await sql`
    insert into changed_entries (workspace_id, kind, entry_id)
    select workspace_id, 'person', id from contacts
    where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(tx);
}

/** Records that all activities of accounts are about to be removed. */
export async function noteActivitiesOfAccounts(
  tx: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    insert into changed_entries (workspace_id, kind, entry_id)
    select workspace_id, 'activity', id from account_activities
    where workspace_id = ${workspaceId} and account_id = any(${accountIds}::uuid[])`.execute(tx);
}
