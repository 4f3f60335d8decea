import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { visibleWorkspaces } from '../auth/visible-accounts.ts';

/** An account in which an activity is published, for a user who may see it there. */
export interface Published {
  workspaceId: string;
  accountId: string;
  threadId: string | null;
  /** The copy whose content is shown, and whose it is. */
  ownerId: string;
  capturedId: string;
}

/** Undefined for what does not exist or is published in no workspace of the person. */
export async function findPublished(
  db: Connection,
  personId: string,
  activityId: string,
): Promise<Published | undefined> {
  const { rows } = await sql<Published>`
    select published.workspace_id as "workspaceId", published.account_id as "accountId",
      published.thread_id as "threadId", published.owner_id as "ownerId",
      published.captured_id as "capturedId"
    from ${visibleWorkspaces({ personId: sql`${personId}` })} visible
    join account_activities published
      on published.workspace_id = visible.workspace_id and published.id = ${activityId}
    join workspace_accounts account
      on account.workspace_id = published.workspace_id and account.id = published.account_id
        and account.deleted_at is null`.execute(db);
  return rows[0];
}
