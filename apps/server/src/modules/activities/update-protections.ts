import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { DatabaseUnavailableError } from '#platform/database/database-unavailable.ts';
import { lockOwner } from './lock-owner.ts';
import { Failures } from './publishing/failures.ts';
import { protectForWorkspace } from './protect-for-workspace.ts';
import { finishProtected, publishProtected } from './protected/publish-protected.ts';

/*
 * The addresses that a workspace protects concern the conversations of all who share with it. The transaction
 * that changes them stores a row for each of these members; each is then compared in a transaction of its
 * own, in the request for some seconds, and in the job that publishes.
 */

interface Update {
  ownerId: string;
  workspaceId: string;
}

/** Members that are listed at once. */
const MAX_LISTED = 1_000;

/** Requests that the protections of a workspace are applied to everyone who shares with it. */
export async function requestProtectionUpdates(tx: Connection, workspaceId: string): Promise<void> {
  await sql`
    insert into protection_updates (owner_id, workspace_id)
    select distinct owner_id, workspace_id from domain_shares where workspace_id = ${workspaceId}
    on conflict (owner_id, workspace_id) do update set requested_at = excluded.requested_at`.execute(
    tx,
  );
}

/** Whether members of a workspace, or of any, are still to be compared. */
export async function hasProtectionUpdates(db: Connection, workspaceId?: string): Promise<boolean> {
  const { rows } = await sql`
    select from protection_updates
    where ${workspaceId === undefined ? sql`true` : sql`workspace_id = ${workspaceId}`}
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Applies the protections of workspaces to their members, one after the other, until nothing is left or the
 * time is over.
 *
 * @param workspaceId of one workspace; of all if absent.
 * @returns whether nothing is left, and what failed.
 */
export async function takeProtectionUpdates(
  db: Database,
  isOver: () => boolean,
  workspaceId?: string,
): Promise<{ isComplete: boolean; failure?: unknown }> {
  const failed = new Set<string>();
  const failures = new Failures();
  for (;;) {
    const { rows } = await sql<Update>`
      select owner_id as "ownerId", workspace_id as "workspaceId" from protection_updates
      where ${workspaceId === undefined ? sql`true` : sql`workspace_id = ${workspaceId}`}
      order by requested_at, owner_id limit ${MAX_LISTED}`.execute(db);
    const left = rows.filter((one) => !failed.has(nameOf(one)));
    if (left.length === 0) return { isComplete: rows.length === 0, failure: failures.joined };
    for (const update of left) {
      if (isOver()) return { isComplete: false, failure: failures.joined };
      try {
        await takeUpdate(db, update);
      } catch (error) {
        failures.add(error);
        failed.add(nameOf(update));
        if (error instanceof DatabaseUnavailableError)
          return { isComplete: false, failure: failures.joined };
      }
    }
  }
}

const nameOf = ({ ownerId, workspaceId }: Update) => `${ownerId} ${workspaceId}`;

async function takeUpdate(db: Database, { ownerId, workspaceId }: Update): Promise<void> {
  const left = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, ownerId);
    // Deleted first: who changes the addresses meanwhile waits, and requests another update.
    const { rows } = await sql`
      delete from protection_updates
      where owner_id = ${ownerId} and workspace_id = ${workspaceId} returning 1`.execute(tx);
    if (rows.length === 0) return undefined;
    const { raised, lowered } = await protectForWorkspace(tx, ownerId, workspaceId);
    const shown = await publishProtected(tx, ownerId, { keys: raised, shows: true });
    const hidden = await publishProtected(tx, ownerId, { keys: lowered, shows: false });
    return { ...hidden, hasShares: shown.hasShares };
  });
  if (left !== undefined) await finishProtected(db, ownerId, left);
}
