import { levelNumber } from '@repo/domain/sharing/share-level';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { noteWorkspaceChanges } from '#modules/listed-accounts/note-workspace-changes.ts';

/** The shares that are stored again with one statement. */
const BATCH = 10_000;

/**
 * Stores whether a workspace leaves texts to those who took part, and that everything its members share is stored
 * again in this form (`level-steps.ts`). From the commit on, no reader sees a text that is not for them: where it
 * begins, all see the level subject at most until the steps are over. The caller has locked the workspace, and
 * called `lockProtections`, so that shares and steps of levels follow the one choice or the other.
 */
export async function leaveTexts(
  tx: Connection,
  workspaceId: string,
  participantsOnly: boolean,
): Promise<void> {
  await tx
    .updateTable('workspaces')
    .set({ participants_only: participantsOnly })
    .where('id', '=', workspaceId)
    .execute();
  if (!participantsOnly) {
    // As when a share becomes full: nothing is left to request.
    await sql`
      delete from access_requests request using domain_shares share
      where share.owner_id = request.owner_id and share.domain_id = request.domain_id
        and share.workspace_id = request.workspace_id and request.workspace_id = ${workspaceId}
        and share.level = ${levelNumber('full')}`.execute(tx);
  }
  // Also of shares that are below full, whose user may be raising them, and of what is being withdrawn.
  const { rows } = await sql<{ ownerId: string; accountId: string }>`
    select distinct owner_id as "ownerId", account_id as "accountId" from (
      select owner_id, account_id from domain_shares where workspace_id = ${workspaceId}
      union all
      select owner_id, account_id from publish_requests
      where workspace_id = ${workspaceId} and kind = 'withdrawal'
    ) stored
    order by account_id, owner_id`.execute(tx);
  const level = levelNumber(participantsOnly ? 'subject' : 'full');
  for (let from = 0; from < rows.length; from += BATCH) {
    const part = rows.slice(from, from + BATCH);
    await sql`
      insert into level_changes as pending (workspace_id, account_id, owner_id, level)
      select account.workspace_id, account.id, given.owner_id, ${level}::smallint
      from unnest(
        ${part.map(({ accountId }) => accountId)}::uuid[],
        ${part.map(({ ownerId }) => ownerId)}::uuid[]
      ) as given(account_id, owner_id)
      join workspace_accounts account
        on account.workspace_id = ${workspaceId} and account.id = given.account_id
      on conflict (workspace_id, account_id, owner_id) do update
        set (level, position, changed_at) = (
          least(pending.level, excluded.level), excluded.position, excluded.changed_at)`.execute(
      tx,
    );
  }
  await noteWorkspaceChanges(tx, [workspaceId]);
}
