import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { inWorkspaceOf } from '#platform/database/distribution/in-workspace.ts';
import type { Change, Touched } from './change.ts';
import { writeActivities, writeContributors, writeReferences } from './published-rows.ts';
import { storageOf } from './storage/storage-of.ts';

/**
 * Updates the published rows of some activities of a workspace: the activities themselves, who
 * contributed them, and what their emails refer to. A new email is a thread of its own at first.
 *
 * The copies of each activity stand in arrays, and every part begins from the activities and goes
 * by an index from there: the planner cannot know how many there are, and where it may choose how
 * to join two such lists, it compares each with each.
 */
export async function publishRows(
  tx: Connection,
  workspaceId: string,
  touched: readonly Touched[],
): Promise<Change[]> {
  const due = await storageOf(tx).due(tx, workspaceId, touched);
  const inWorkspace = inWorkspaceOf(tx, workspaceId);
  const { rows } = await sql<Change>`
    with ${due},
    ${writeActivities(inWorkspace)},
    ${writeContributors(inWorkspace)},
    ${writeReferences(inWorkspace)}
    select account_id as "accountId", id as "activityId", is_rethreaded as "isRethreaded",
      day, old_day as "oldDay", side, old_side as "oldSide", thread_id as "oldThreadId"
    from changed
    union all
    select account_id, activity_id, true, null, null, null, null, null
    from (select * from referred union select * from forgotten) rethreaded`.execute(tx);
  return rows;
}
