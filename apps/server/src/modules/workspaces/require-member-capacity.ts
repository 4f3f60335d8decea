import { plural } from '@repo/domain/text/plural';
import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import { limitReached, notFound } from '#platform/http/app-error.ts';

/**
 * Checks that a workspace can have one more member, and locks it, so that concurrent joins cannot
 * exceed the limit together.
 *
 * @throws AppError `LIMIT_REACHED`, `NOT_FOUND`
 */
export async function requireMemberCapacity(tx: Connection, workspaceId: string): Promise<void> {
  const workspace = await tx
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (workspace === undefined) throw notFound('Workspace');
  const { members } = await tx
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const limit = limits.workspaceMembers;
  if (members < limit) return;
  throw limitReached({
    message: `${workspace.name} has ${plural(members, 'member')}, and a workspace can have at most ${limit.toLocaleString('en')}. An owner has to remove a member first.`,
    limit,
    current: members,
  });
}
