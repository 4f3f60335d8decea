import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { visibleWorkspaces } from '../../auth/visible-accounts.ts';

/**
 * A change counts as "just now" for so long; seconds. A page reads the accounts before its stream
 * is open, and a change has the time at which its transaction began.
 */
const justNow = 15;

export interface WorkspaceMark {
  /** Differs as soon as the user's workspaces, or the accounts of one of them, differ. */
  mark: string;
  /** Whether a client that has just read the accounts may have missed the last change. */
  changedJustNow: boolean;
}

/** The last change in the workspaces of each of these users. Omits users without a workspace. */
export async function readWorkspaceMarks(
  db: Connection,
  userIds: readonly string[],
): Promise<Map<string, WorkspaceMark>> {
  // A row is created before it becomes visible: the latest time alone would hide an earlier row
  // that becomes visible later; the count does not. Counted once per workspace, however many of its
  // members are subscribed: someone who changes accounts continuously leaves hundreds of thousands
  // of rows.
  const { rows } = await sql<WorkspaceMark & { userId: string }>`
    with watched as (
      select user_id, workspace_id from ${visibleWorkspaces({ userIds: sql`${userIds}` })} visible
    ), changed as materialized (
      select workspace_id, max(changed_at) as latest, count(*) as number from workspace_changes
      where workspace_id in (select workspace_id from watched)
      group by workspace_id
    )
    select user_id as "userId",
      md5(string_agg(concat_ws('|', workspace_id, latest, coalesce(number, 0)), '/'
        order by workspace_id)) as mark,
      coalesce(max(latest) > now() - ${justNow} * interval '1 second', false)
        as "changedJustNow"
    from watched left join changed using (workspace_id)
    group by user_id`.execute(db);
  return new Map(rows.map(({ userId, ...last }) => [userId, last]));
}

/**
 * Deletes changes that all subscribers have received; their clients then reload the accounts once.
 */
export async function removeOldChanges(db: Connection): Promise<void> {
  await sql`delete from workspace_changes where changed_at < now() - interval '1 hour'`.execute(db);
}
