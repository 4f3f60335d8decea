import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/create-database.ts';
import { visibleWorkspaces } from '../../auth/visible-accounts.ts';

/**
 * A page reads the accounts before its stream is heard; seconds, with the time that a transaction
 * may take, since a change bears the time at which its own began.
 */
const justNow = 15;

export interface WorkspaceMark {
  /**
   * Differs as soon as the accounts of one of the person's workspaces differ, or the workspaces.
   */
  mark: string;
  /** Someone who has only just read the accounts may have missed the last change. */
  changedJustNow: boolean;
}

/** Of each of these people what last changed in their workspaces. Who is in none is not in it. */
export async function readWorkspaceMarks(
  db: Connection,
  personIds: readonly string[],
): Promise<Map<string, WorkspaceMark>> {
  // A row is made before it becomes visible: the latest alone would hide an earlier one that
  // becomes visible later, the number does not.
  // Counted once for each workspace, however many of its members watch: someone who changes accounts
  // without pause leaves hundreds of thousands of rows.
  const { rows } = await sql<WorkspaceMark & { personId: string }>`
    with watched as (
      select user_id, workspace_id from ${visibleWorkspaces({ personIds: sql`${personIds}` })} visible
    ), changed as materialized (
      select workspace_id, max(changed_at) as latest, count(*) as number from workspace_changes
      where workspace_id in (select workspace_id from watched)
      group by workspace_id
    )
    select user_id as "personId",
      md5(string_agg(concat_ws('|', workspace_id, latest, coalesce(number, 0)), '/'
        order by workspace_id)) as mark,
      coalesce(max(latest) > now() - ${justNow} * interval '1 second', false)
        as "changedJustNow"
    from watched left join changed using (workspace_id)
    group by user_id`.execute(db);
  return new Map(rows.map(({ personId, ...last }) => [personId, last]));
}

/**
 * Those of whom everyone has heard who watches; to forget them makes their readers look once more.
 */
export async function removeOldChanges(db: Connection): Promise<void> {
  await sql`delete from workspace_changes where changed_at < now() - interval '1 hour'`.execute(db);
}
