import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { readFollowedAccounts, readFollowedActivities } from '#modules/accounts/read-entries.ts';
import { readerIn } from '#modules/auth/session-reader.ts';
import { visibleAccounts } from '#modules/auth/visible-accounts.ts';

/** A webhook and whose rights count. */
export interface OwnedWebhook {
  workspaceId: string;
  userId: string | null;
}

/** Whether the one whose rights count may still have a webhook: an active owner of the workspace. */
export async function hasOwner(
  db: Connection,
  { workspaceId, userId }: OwnedWebhook,
): Promise<boolean> {
  const { rows } = await sql`
    select from memberships membership
    join users on users.id = membership.user_id and users.is_active
    where membership.workspace_id = ${workspaceId} and membership.user_id = ${userId}
      and membership.role = 'owner'`.execute(db);
  return rows.length > 0;
}

/** Reads accounts and activities as the owner of a webhook sees them now; the others are absent. */
export async function readAsOwner(
  db: Connection,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { accountIds, activityIds }: { accountIds: readonly string[]; activityIds: readonly string[] },
) {
  const accounts = visibleAccounts(await readerIn(db, userId, workspaceId));
  const visible = { workspaceId, accounts };
  const activities =
    activityIds.length === 0
      ? []
      : await readFollowedActivities(db, visible)({ ids: [...new Set(activityIds)] });
  const ids = [...new Set([...accountIds, ...activities.map(({ accountId }) => accountId)])];
  const found = ids.length === 0 ? [] : await readFollowedAccounts(db, visible)({ ids });
  return {
    accounts: new Map(found.map((one) => [one.id, one])),
    activities: new Map(activities.map((one) => [one.id, one])),
  };
}
