import type { DeletedAccount } from '@repo/contract/account-changes';
import { limits } from '@repo/contract/limits';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { findMembership } from '../../users/find-membership.ts';

/**
 * Lists the accounts of a workspace that can be restored, the last deleted first.
 *
 * @throws AppError NOT_FOUND for a user who is not a member.
 */
export async function listDeletedAccounts(
  db: Connection,
  userId: string,
  workspaceId: string,
): Promise<DeletedAccount[]> {
  if (!(await findMembership(db, userId, workspaceId))) throw notFound('Workspace');
  const { rows } = await sql<DeletedRow>`
    select deleted.account_id as id, deleted.name, deleted.domain, person.name as "deletedBy",
      deleted.deleted_at as "deletedAt",
      (select count(*) from deleted_account_shares share where share.account_id = deleted.account_id)
        as "endedShares"
    from deleted_accounts deleted
    left join users person on person.id = deleted.deleted_by
    where deleted.workspace_id = ${workspaceId} and deleted.restored_at is null
      and deleted.deleted_at > now() - make_interval(days => ${limits.restorableDays})
    order by deleted.deleted_at desc, deleted.account_id desc
    limit ${limits.deletedAccounts}`.execute(db);
  const left = await countShares(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, domain, deletedBy, deletedAt, endedShares }) => ({
    id,
    name,
    domain: shownDomain(domain),
    deletedBy: deletedBy === null ? null : { name: deletedBy },
    deletedAt: deletedAt.toISOString(),
    restorableUntil: restorableUntil(deletedAt).toISOString(),
    shares: endedShares + (left.get(id) ?? 0),
  }));
}

/**
 * The shares that the deletion has not ended yet, by account; on a cluster they are stored with their users.
 */
async function countShares(
  db: Connection,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<{ accountId: string; shares: number }>`
    select share.account_id as "accountId", count(*) as shares
    from memberships membership
    join domain_shares share on share.owner_id = membership.user_id
    where membership.workspace_id = ${workspaceId}
      and share.account_id = any(${accountIds}::uuid[])
    group by share.account_id`.execute(db);
  return new Map(rows.map(({ accountId, shares }) => [accountId, shares]));
}

interface DeletedRow {
  id: string;
  name: string;
  domain: string;
  deletedBy: string | null;
  deletedAt: Date;
  endedShares: number;
}

/** Until when an account can be restored that was deleted at some time. */
export const restorableUntil = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + limits.restorableDays * 86_400_000);
