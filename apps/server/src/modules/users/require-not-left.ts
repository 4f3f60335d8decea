import { shownDomain } from '@repo/domain/domains/shown-domain';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';

/** Whether a user left a workspace where what they shared stays (docs/decisions/leaving.md). */
export async function hasLeft(
  tx: Connection,
  { userId, workspaceId }: { userId: string; workspaceId: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('former_memberships')
    .select('role')
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Refuses to show more of activities where their user left a workspace with which they share them: there it
 * stays as it was, and can only become less. The caller has locked the user.
 *
 * @throws AppError `CONFLICT`
 */
export async function requireNotLeft(
  tx: Connection,
  ownerId: string,
  activityKeys: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ domain: string }>`
    select domain.domain from domains domain
    join domain_shares share on share.owner_id = ${ownerId} and share.domain_id = domain.id
    join former_memberships former
      on former.workspace_id = share.workspace_id and former.user_id = share.owner_id
    where domain.owner_id = ${ownerId} and exists (
      select from captured_activity_domains link
      where link.owner_id = ${ownerId} and link.domain_id = domain.id
        and link.activity_key = any(${activityKeys}::uuid[]))
    limit 1`.execute(tx);
  const [left] = rows;
  if (left === undefined) return;
  throw new AppError(
    'CONFLICT',
    `You left the workspace with which ${shownDomain(left.domain)} is shared. Nothing more can be shown there: stop sharing the domain first.`,
  );
}
