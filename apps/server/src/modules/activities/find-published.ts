import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { readLevel } from '#platform/database/level-columns.ts';
import { prepareForUser } from '#modules/auth/session-reader.ts';
import {
  type Reader,
  visibleAccounts,
  workspaceOfVisible,
} from '#modules/auth/visible-accounts.ts';

/** An account in which an activity is published, for a user who may see it there. */
export interface Published {
  workspaceId: string;
  accountId: string;
  threadId: string | null;
  /** The copy with the shown content, and its user. */
  ownerId: string;
  capturedId: string;
  /** The number of the level at which it is shared. */
  level: number;
}

/** Undefined for an activity that does not exist or is not published in the user's workspaces. */
export async function findPublished(
  db: Connection,
  userId: string,
  activityId: string,
): Promise<Published | undefined> {
  const [found] = await findForUser(db, { userId, activityId });
  return found;
}

const findForUser = prepareForUser<{ activityId: string }, Published>(
  (given, reader) => sql`
    select published.workspace_id as "workspaceId", published.account_id as "accountId",
      published.thread_id as "threadId", published.owner_id as "ownerId",
      published.captured_id as "capturedId",
      ${readLevel('published', (table) => ofWorkspace(table, reader))} as level
    from ${visibleAccounts(reader)} account
    join account_activities published
      on published.workspace_id = ${workspaceOfVisible(reader, 'account')}
        and published.account_id = account.id and published.id = ${given('activityId')}`,
);

/** Names the workspace of a row, by which a cluster finds its node. */
const ofWorkspace = (table: string, reader: Reader) =>
  sql`and ${sql.ref(`${table}.workspace_id`)} = ${workspaceOfVisible(reader, 'account')}`;
