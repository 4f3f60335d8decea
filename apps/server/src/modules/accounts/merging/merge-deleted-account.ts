import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import type { Actor } from '../../audit/actor.ts';
import { countSharedAgain, type SharedAgain } from '../deletion/count-shared-again.ts';
import { finishDeletionOf, findRestorable, restoreDomains } from '../deletion/restore-account.ts';
import { requireAccount } from '../reading/find-account.ts';
import { lockOwnerToBe } from '../lock-member.ts';
import { lockOwnAccount } from '../lock-own-account.ts';
import { lockWorkspace } from '../lock-workspace-of.ts';
import { forgetNoteVersions, recordNoteVersion } from '../editing/note-versions.ts';
import { lockTags } from '../tags/lock-tags.ts';
import { uniteTags } from '../tags/unite-tags.ts';
import { joinNotes } from './join-notes.ts';
import { recordMerge } from './record-merge.ts';
import { requireDomainCapacity } from './require-domain-capacity.ts';

interface Merge {
  workspaceId: string;
  /** The deleted one. */
  accountId: string;
  intoId: string;
}

/**
 * Merges a deleted account into one of the workspace instead of restoring it, for a member: for example into
 * a newer account of its domain. The other account gets its free domains, its owner if it has none, its note
 * and its tags. The caller then calls `restoreShares`, which begins the shares again with the other account.
 * Cannot be undone.
 *
 * @returns the shares that begin again.
 * @throws AppError NOT_FOUND for a user who is not a member, for an account that is not deleted or is
 *   removed for good, and for an account of another workspace; CONFLICT while it is still being
 *   withdrawn, and for notes that are too long together; LIMIT_REACHED when both have too many domains
 *   together; RATE_LIMITED.
 */
export async function mergeDeletedAccount(
  db: Database,
  person: Actor & { id: string },
  { workspaceId, accountId, intoId }: Merge,
  isOver: () => boolean = () => false,
): Promise<SharedAgain> {
  const into = await requireAccount(db, person.id, intoId);
  if (into.workspaceId !== workspaceId) throw notFound('Account');
  await finishDeletionOf(db, { workspaceId, accountId }, isOver);
  return db.transaction().execute(async (tx) => {
    const gone = await findRestorable(tx, { workspaceId, accountId });
    // They may have left the workspace.
    const { accountOwnerId: userId } = gone;
    const owner = userId === null ? undefined : await lockOwnerToBe(tx, { workspaceId, userId });
    await lockWorkspace(tx, workspaceId);
    await lockTags(tx, workspaceId, 'shared');
    const kept = await lockOwnAccount(tx, person.id, intoId);
    const note = joinNotes(kept.note, gone.note);
    const before = kept.note;
    if (note !== before) {
      const writtenBy = person.id;
      await recordNoteVersion(tx, { workspaceId, accountId: intoId, before, note, writtenBy });
    }
    await forgetNoteVersions(tx, { workspaceIds: [workspaceId], accountIds: [accountId] });
    await tx
      .updateTable('workspace_accounts')
      .set({
        note,
        account_owner_id: kept.accountOwnerId === null ? (owner?.id ?? null) : kept.storedOwnerId,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', intoId)
      .execute();
    await uniteTags(tx, { workspaceId, fromId: accountId, intoId });
    await restoreDomains(tx, { workspaceId, accountId, intoId });
    await requireDomainCapacity(tx, { workspaceId, accountId: intoId });
    await moveDeletedShares(tx, person.id, { workspaceId, accountId, intoId });
    await recordMerge(tx, person, { workspaceId, accountId, intoId, scope: kept.scope });
    return countSharedAgain(tx, { workspaceId, accountId: intoId });
  });
}

/** As if they had been shared with the other account, which is being restored from now on. */
async function moveDeletedShares(
  tx: Connection,
  restoredBy: string,
  { workspaceId, accountId, intoId }: Merge,
): Promise<void> {
  await sql`
    insert into deleted_accounts
      (account_id, workspace_id, domain, name, created_at, restored_at, restored_by)
    select id, workspace_id, domain, name, created_at, now(), ${restoredBy}::uuid
    from workspace_accounts
    where workspace_id = ${workspaceId} and id = ${intoId}
    -- Its own shares are just being restored: locks the row until these are with them.
    on conflict (account_id) do update
      set (restored_at, restored_by) = (excluded.restored_at, excluded.restored_by)`.execute(tx);
  // Changed, not inserted: a transaction that withdraws one at the same time deletes the changed row.
  await sql`
    update deleted_account_shares share set account_id = ${intoId}
    where account_id = ${accountId} and not exists (
      select from deleted_account_shares own
      where own.account_id = ${intoId} and own.domain_id = share.domain_id)`.execute(tx);
  await sql`
    delete from deleted_accounts
    where workspace_id = ${workspaceId} and account_id = ${accountId}`.execute(tx);
}
