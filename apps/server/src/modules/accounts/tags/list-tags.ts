import type { Tag } from '@repo/contract/tags';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { findMembership } from '../../users/find-membership.ts';

/**
 * The tags of a workspace by name, for a member; on request with the number of accounts that have each, without
 * deleted ones.
 *
 * @throws AppError NOT_FOUND for a user who is not a member.
 */
export async function listTags(
  db: Connection,
  {
    workspaceId,
    userId,
    includeCounts,
  }: { workspaceId: string; userId: string; includeCounts: boolean },
): Promise<(Tag & { accountCount?: number })[]> {
  if (!(await findMembership(db, userId, workspaceId))) throw notFound('Workspace');
  const count = includeCounts
    ? sql`, (
      select count(*)::int from account_tags tagged
      join listed_accounts listed
        on listed.workspace_id = tagged.workspace_id and listed.account_id = tagged.account_id
      where tagged.workspace_id = ${workspaceId} and tagged.tag_id = tag.id) as "accountCount"`
    : sql``;
  const { rows } = await sql<Tag & { accountCount?: number }>`
    select tag.id, tag.name, tag.color ${count}
    from tags tag where tag.workspace_id = ${workspaceId} order by tag.name, tag.id`.execute(db);
  return rows;
}
