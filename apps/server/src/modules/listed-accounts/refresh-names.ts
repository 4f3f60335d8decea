import { type RawBuilder, sql } from 'kysely';
import type { AccountKey } from '#platform/database/account-key.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { noteWorkspaceChanges } from './note-workspace-changes.ts';
import { writeListedAccounts } from './write-listed-accounts.ts';

/** Accounts in one step: a user may have created all of 100,000. */
const STEP_SIZE = 1_000;

/**
 * Shows the present name and email of a user in the accounts that they created, own or contribute to, in steps of one
 * transaction each: no one waits longer for one of these accounts. Call it after the transaction that changed them.
 *
 * A transaction that publishes at the same time may have read the previous name: `refreshNamesJob` looks
 * again afterwards.
 *
 * @param isOver whether to leave the rest to the job.
 * @returns whether nothing is left.
 */
export async function refreshNames(
  db: Database,
  userId: string,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  for (;;) {
    if (await db.transaction().execute((tx) => takeNamesStep(tx, userId))) return true;
    if (isOver()) return false;
  }
}

/**
 * Takes one such step.
 *
 * @returns whether none was left.
 */
export async function takeNamesStep(
  tx: Connection,
  userId: string,
  size = STEP_SIZE,
): Promise<boolean> {
  const rows = await listOutdated(tx, userId, size);
  let isChanged = false;
  for (const [workspaceId, accounts] of Map.groupBy(rows, (row) => row.workspaceId)) {
    const { rows: locked } = await sql<{ id: string }>`
      select id from workspace_accounts
      where workspace_id = ${workspaceId}
        and id = any(${accounts.map(({ accountId }) => accountId)}::uuid[])
      order by id for no key update`.execute(tx);
    const accountIds = locked.map(({ id }) => id);
    if (await writeListedAccounts(tx, workspaceId, accountIds)) {
      await noteWorkspaceChanges(tx, [workspaceId]);
      isChanged = true;
    }
  }
  // Otherwise another process does the same.
  return !isChanged;
}

/** The next accounts that show another name or email of a user, in the order in which they are locked. */
async function listOutdated(tx: Connection, userId: string, size: number): Promise<AccountKey[]> {
  // One by one: on a cluster, each is a query of all nodes.
  for (const accounts of outdated(userId)) {
    const { rows } = await sql<AccountKey>`
      select account.workspace_id as "workspaceId", account.id as "accountId"
      ${accounts} limit ${size}`.execute(tx);
    if (rows.length > 0) {
      return rows.toSorted((one, other) => (one.workspaceId < other.workspaceId ? -1 : 1));
    }
  }
  return [];
}

const outdated = (userId: string): RawBuilder<unknown>[] => [
  sql`
    from users person
    join workspace_accounts account
      on account.created_by = person.id and account.creator_name <> person.name
    where person.id = ${userId}`,
  sql`
    from users person
    join workspace_accounts account
      on account.account_owner_id = person.id and account.account_owner_name <> person.name
    where person.id = ${userId}`,
  // As `writeListedAccounts` writes it.
  sql`
    from users person
    join account_contributors contributor on contributor.user_id = person.id
    join workspace_accounts account
      on account.workspace_id = contributor.workspace_id and account.id = contributor.account_id
        and strpos(account.contributor_text, E'\n' || person.name || E'\n' || person.email) = 0
    where person.id = ${userId}`,
];
