import type { EndpointResponse } from '@repo/contract/endpoints';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';

interface OwnMembership {
  userId: string;
  workspaceId: string;
}

type GettingStarted = EndpointResponse<'GET /api/workspaces/{workspaceId}/getting-started'>;

/**
 * Returns how far a member is with setting up a workspace.
 *
 * @throws AppError NOT_FOUND for a workspace that the user is no member of.
 */
export async function readGettingStarted(
  db: Connection,
  { userId, workspaceId }: OwnMembership,
): Promise<GettingStarted> {
  const { rows } = await sql<GettingStarted>`
    select
      (select count(*) from domains where owner_id = ${userId}) as "trackedDomains",
      (select count(*) from domain_shares share
        where share.owner_id = ${userId} and share.workspace_id = ${workspaceId}
      ) as "sharedDomains",
      (select count(*) from memberships other
        where other.workspace_id = ${workspaceId} and other.user_id <> ${userId}
      ) + (select count(*) from invitations
        where workspace_id = ${workspaceId} and state = 'pending' and expires_at > now()
      ) as "colleagues"
    from memberships
    join workspaces on workspaces.id = memberships.workspace_id
    where workspace_id = ${workspaceId} and user_id = ${userId} and archived_at is null`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) throw notFound('Workspace');
  return found;
}

/**
 * Stops offering the first steps; doing so again changes nothing.
 *
 * @throws AppError NOT_FOUND for a workspace that the user is no member of.
 */
export async function dismissGettingStarted(
  db: Connection,
  { userId, workspaceId }: OwnMembership,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('memberships')
    .set({
      getting_started_dismissed_at: sql<Date>`coalesce(getting_started_dismissed_at, ${new Date()})`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('workspaces')
          .select('id')
          .where('id', '=', workspaceId)
          .where('archived_at', 'is', null),
      ),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('Workspace');
}
