import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { limitReached } from '#platform/http/app-error.ts';
import { requireNotHeld } from '#modules/activities/held-accounts.ts';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import { noteEntries, notePeopleOfAccount } from '../../listed-accounts/note-entries.ts';
import { noteWorkspaceChanges } from '../../listed-accounts/note-workspace-changes.ts';
import { lockOwnAccount } from '../lock-own-account.ts';
import { lockWorkspaceOf } from '../lock-workspace-of.ts';

/**
 * Deletes an account, for a member of its workspace: no one sees it from then on. The caller then calls
 * `finishDeletion`, which ends its shares and withdraws their activities.
 *
 * @returns the time of deletion, and the workspace.
 * @throws AppError NOT_FOUND for a user who may not see it; CONFLICT under a legal hold; LIMIT_REACHED when the
 *   workspace has no room for another deleted account; RATE_LIMITED.
 */
export async function deleteAccount(
  db: Database,
  person: Actor & { id: string },
  accountId: string,
): Promise<{ workspaceId: string; deletedAt: Date }> {
  return db.transaction().execute(async (tx) => {
    await lockWorkspaceOf(tx, person.id, accountId);
    const account = await lockOwnAccount(tx, person.id, accountId);
    const { id, workspaceId, name, domain, createdBy, createdAt, scope } = account;
    const { accountOwnerId, note } = account;
    await requireNotHeld(tx, { workspaceId, accountId: id, name }, 'deleted');
    await sql`
      update workspaces set account_count = account_count - 1 where id = ${workspaceId}`.execute(
      tx,
    );
    await requireCapacity(tx, workspaceId);
    const further = await tx
      .selectFrom('account_domains')
      .select('domain')
      .where('workspace_id', '=', workspaceId)
      .where('account_id', '=', id)
      .execute();
    const { rows } = await sql<{ at: Date }>`
      insert into deleted_accounts as deleted
        (account_id, workspace_id, domain, name, created_by, created_at, deleted_by,
          account_owner_id, note, more_domains)
      values (${id}, ${workspaceId}, ${domain}, ${name}, ${createdBy}, ${createdAt}, ${person.id},
        ${accountOwnerId}, ${note},
        ${further.map((one) => one.domain)})
      -- Restored a moment ago: shares that are not there again yet are restored with it next time.
      on conflict (account_id) do update
      set (domain, name, account_owner_id, note, more_domains, deleted_by, deleted_at,
          restored_at) =
        (excluded.domain, excluded.name, excluded.account_owner_id, excluded.note,
          excluded.more_domains, excluded.deleted_by, excluded.deleted_at, null)
      returning deleted.deleted_at as at`.execute(tx);
    await sql`update workspace_accounts set deleted_at = now()
      where workspace_id = ${workspaceId} and id = ${id}`.execute(tx);
    await sql`delete from listed_accounts
      where workspace_id = ${workspaceId} and account_id = ${id}`.execute(tx);
    await noteEntries(tx, workspaceId, 'account', [id]);
    await notePeopleOfAccount(tx, { workspaceId, accountId: id });
    await noteWorkspaceChanges(tx, [workspaceId]);
    await recordChange(tx, {
      actor: { id: person.id, name: person.name },
      action: 'account.deleted',
      scope,
      before: { accountId: id },
    });
    return { workspaceId, deletedAt: rows[0]?.at ?? new Date() };
  });
}

async function requireCapacity(tx: Connection, workspaceId: string): Promise<void> {
  const { current } = await tx
    .selectFrom('deleted_accounts')
    .select((count) => count.fn.countAll<number>().as('current'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const limit = limits.deletedAccounts;
  if (current < limit) return;
  throw limitReached({
    message: `A workspace can have at most ${limit.toLocaleString('en')} deleted accounts. Restore some, or wait until the oldest is removed, ${limits.restorableDays} days after it was deleted.`,
    limit,
    current,
  });
}
