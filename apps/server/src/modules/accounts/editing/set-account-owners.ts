import type { OwnerOutcome } from '@repo/contract/account-changes';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { findReleasing, ownerNow } from '#modules/listed-accounts/owner-now.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { noteEntries } from '#modules/listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '#modules/listed-accounts/note-workspace-changes.ts';
import { writeListedAccounts } from '#modules/listed-accounts/write-listed-accounts.ts';
import { findMembership } from '#modules/users/find-membership.ts';
import { readScope } from '../lock-own-account.ts';
import { lockMembers } from '../lock-member.ts';

interface OwnerChange {
  accountId: string;
  userId: string | null;
  /** The owner that it replaces; undefined for any. */
  replaces?: string | null | undefined;
}

/**
 * Sets or clears the owners of several accounts of a workspace, for a member. Accounts that cannot be changed
 * keep their owners and do not stop the others.
 *
 * @returns the result for each account, in the order of the changes.
 * @throws AppError NOT_FOUND for a user who is not a member; RATE_LIMITED.
 */
export async function setAccountOwners(
  db: Database,
  person: Actor & { id: string },
  { workspaceId, changes }: { workspaceId: string; changes: readonly OwnerChange[] },
): Promise<OwnerOutcome[]> {
  if (!(await findMembership(db, person.id, workspaceId))) throw notFound('Workspace');
  return db.transaction().execute(async (tx) => {
    const members = await lockActiveMembers(tx, workspaceId, changes);
    const owners = await lockOwners(tx, workspaceId, changes);
    const outcomes = changes.map(({ accountId, userId, replaces }): OwnerOutcome => {
      const before = owners.get(accountId);
      if (before === undefined) return { accountId, outcome: 'gone', before: null };
      if (replaces !== undefined && before !== replaces) {
        return { accountId, outcome: 'replaced', before };
      }
      const isAllowed = userId === null || userId === before || members.has(userId);
      return { accountId, outcome: isAllowed ? 'changed' : 'not-a-member', before };
    });
    const changed = changes.filter(
      ({ userId }, at) => outcomes[at]?.outcome === 'changed' && outcomes[at].before !== userId,
    );
    if (changed.length > 0) await writeOwners(tx, person, workspaceId, changed);
    return outcomes;
  });
}

async function lockActiveMembers(
  tx: Connection,
  workspaceId: string,
  changes: readonly OwnerChange[],
): Promise<ReadonlySet<string>> {
  const userIds = changes.flatMap(({ userId }) => (userId === null ? [] : [userId])).toSorted();
  if (userIds.length === 0) return new Set();
  const members = await lockMembers(tx, { workspaceId, userIds });
  if (members.size === 0) return members;
  const active = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...members])
    .where('is_active', '=', true)
    .execute();
  const releasing = await findReleasing(tx, workspaceId, userIds);
  return new Set(active.map(({ id }) => id).filter((id) => !releasing.has(id)));
}

/** Returns the owner of each account that exists, and locks the accounts in the order of their ids. */
async function lockOwners(
  tx: Connection,
  workspaceId: string,
  changes: readonly OwnerChange[],
): Promise<ReadonlyMap<string, string | null>> {
  const accountIds = changes.map(({ accountId }) => accountId);
  const { rows } = await sql<{ id: string; owner: string | null }>`
    select id, ${ownerNow(sql`${workspaceId}::uuid`, sql`account.account_owner_id`)} as owner
    from workspace_accounts account
    where workspace_id = ${workspaceId} and id = any(${accountIds}::uuid[]) and deleted_at is null
    order by id for update of account`.execute(tx);
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}

async function writeOwners(
  tx: Connection,
  person: Actor & { id: string },
  workspaceId: string,
  changed: readonly OwnerChange[],
): Promise<void> {
  const accountIds = changed.map(({ accountId }) => accountId);
  await sql`
    update workspace_accounts account set account_owner_id = change.owner
    from unnest(${accountIds}::uuid[], ${changed.map(({ userId }) => userId)}::uuid[])
      as change(id, owner)
    where account.workspace_id = ${workspaceId} and account.id = change.id`.execute(tx);
  await writeListedAccounts(tx, workspaceId, accountIds);
  await noteEntries(tx, workspaceId, 'account', accountIds);
  await noteWorkspaceChanges(tx, [workspaceId]);
  const scope = await readScope(tx, workspaceId);
  // One entry for each new owner: 10,000 accounts must not use up the entries of a day.
  const byOwner = Map.groupBy(changed, ({ userId }) => userId ?? '');
  for (const [ownerId, { length: accounts }] of byOwner) {
    await recordChange(tx, {
      actor: { id: person.id, name: person.name },
      action: 'account.owner-changed',
      scope,
      after: { ownerId, accounts },
    });
  }
}
