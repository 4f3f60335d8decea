import { limits } from '@repo/contract/limits';
import { shownDomain } from '@repo/domain/domains/shown-domain';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import { findMembership } from '../../users/find-membership.ts';
import { noteEntries } from '../../listed-accounts/note-entries.ts';
import { writeListedAccounts } from '../../listed-accounts/write-listed-accounts.ts';
import { createAccount } from '../create-account.ts';
import { accountsByDomain, findAccountOfDomain } from '../accounts-by-domain.ts';
import { lockOwnerToBe } from '../lock-member.ts';
import { scopeOfWorkspace } from '../lock-own-account.ts';
import { countSharedAgain, type SharedAgain } from './count-shared-again.ts';
import { finishDeletion } from './finish-deletion.ts';

interface Restored {
  workspaceId: string;
  accountId: string;
}

/**
 * Restores a deleted account under its id, for a member of its workspace. The caller then calls
 * `restoreShares`, which begins its shares again.
 *
 * @returns the shares that begin again.
 * @throws AppError NOT_FOUND for a user who is not a member, and for an account that is not deleted or
 *   is removed for good; CONFLICT when another account of the workspace has its domain, or while it is
 *   still being withdrawn; LIMIT_REACHED when the workspace has as many accounts as it can have.
 */
export async function restoreAccount(
  db: Database,
  person: Actor & { id: string },
  { workspaceId, accountId }: Restored,
  isOver: () => boolean = () => false,
): Promise<SharedAgain> {
  if (!(await findMembership(db, person.id, workspaceId))) throw notFound('Workspace');
  await finishDeletionOf(db, { workspaceId, accountId }, isOver);
  return db.transaction().execute(async (tx) => {
    const account = await findRestorable(tx, { workspaceId, accountId });
    const { name, domain, createdBy, createdAt, accountOwnerId: userId, note, scope } = account;
    await requireFreeDomain(tx, workspaceId, domain);
    // They may have left the workspace.
    const owner = userId === null ? undefined : await lockOwnerToBe(tx, { workspaceId, userId });
    const restored = { id: accountId, createdAt, accountOwnerId: owner?.id ?? null, note };
    await createAccount(tx, { workspaceId, domain, name, creatorId: createdBy, restored });
    await restoreDomains(tx, { workspaceId, accountId, intoId: accountId });
    await tx
      .updateTable('deleted_accounts')
      .set({ restored_at: sql<Date>`now()`, restored_by: person.id })
      .where('account_id', '=', accountId)
      .execute();
    await recordChange(tx, {
      actor: { id: person.id, name: person.name },
      action: 'account.restored',
      scope,
      after: { accountId },
    });
    return countSharedAgain(tx, { workspaceId, accountId });
  });
}

interface Restorable {
  name: string;
  domain: string;
  createdBy: string | null;
  createdAt: Date;
  accountOwnerId: string | null;
  note: string;
  scope: string;
}

/**
 * Withdraws the rest of a deleted account.
 *
 * @throws AppError NOT_FOUND for an account that is not deleted or is removed for good; CONFLICT when
 *   the time is over before.
 */
export async function finishDeletionOf(
  db: Database,
  { workspaceId, accountId }: Restored,
  isOver: () => boolean,
): Promise<void> {
  await findRestorable(db, { workspaceId, accountId });
  if (await finishDeletion(db, { workspaceId, accountId }, isOver)) return;
  throw new AppError('CONFLICT', 'The account is still being deleted. Try again in a minute.');
}

/** Locks it, so that it is restored once. */
export async function findRestorable(
  db: Connection,
  { workspaceId, accountId }: Restored,
): Promise<Restorable> {
  const { rows } = await sql<Restorable>`
    select deleted.name, deleted.domain, deleted.created_by as "createdBy",
      deleted.created_at as "createdAt", deleted.account_owner_id as "accountOwnerId", deleted.note,
      ${scopeOfWorkspace} as scope
    from deleted_accounts deleted
    join workspaces workspace on workspace.id = deleted.workspace_id
    join organizations organization on organization.id = workspace.organization_id
    where deleted.account_id = ${accountId} and deleted.workspace_id = ${workspaceId}
      and deleted.restored_at is null
      and deleted.deleted_at > now() - make_interval(days => ${limits.restorableDays})
    for no key update of deleted`.execute(db);
  const [deleted] = rows;
  if (deleted === undefined) throw notFound('Deleted account');
  return deleted;
}

/**
 * Gives an account the domains of a deleted one, except those that another account has meanwhile.
 *
 * @param intoId the account; in a restoration the deleted one itself.
 */
export async function restoreDomains(
  tx: Connection,
  { workspaceId, accountId, intoId }: Restored & { intoId: string },
): Promise<void> {
  const { rows } = await sql<{ domains: string[] }>`
    select domain || more_domains as domains from deleted_accounts
    where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    insert into account_domains (workspace_id, account_id, domain)
    select ${workspaceId}, ${intoId}, given.domain
    from unnest(${rows.flatMap(({ domains }) => domains)}::text[]) as given(domain)
    where not exists (
      select from ${accountsByDomain} other
      where other.workspace_id = ${workspaceId} and other.domain = given.domain)`.execute(tx);
  if (numAffectedRows === 0n) return;
  await writeListedAccounts(tx, workspaceId, [intoId]);
  await noteEntries(tx, workspaceId, 'account', [intoId]);
}

async function requireFreeDomain(tx: Connection, workspaceId: string, domain: string) {
  const other = await findAccountOfDomain(tx, workspaceId, domain);
  if (other === undefined || other.isDeleted) return;
  throw new AppError(
    'CONFLICT',
    `The workspace has a newer account for ${shownDomain(domain)}, “${other.name}”. Delete that one first, or share ${shownDomain(domain)} with it.`,
    { details: { accountId: other.id, name: other.name } },
  );
}
