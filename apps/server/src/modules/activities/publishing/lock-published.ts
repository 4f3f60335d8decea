import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Touched } from './change.ts';
import { publisherOf } from './publisher/publisher-of.ts';

/**
 * Locks the accounts in which a user's captured activities are or may be published, in the usual order; none
 * when they are published after the commit.
 *
 * @returns the activities in those accounts.
 */
export async function lockPublished(
  tx: Connection,
  ownerId: string,
  capturedIds: readonly string[],
): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    select distinct share.workspace_id as "workspaceId", share.account_id as "accountId",
      link.activity_key as "activityKey"
    from captured_activity_domains link
    join domain_shares share on share.owner_id = link.owner_id and share.domain_id = link.domain_id
    where link.owner_id = ${ownerId} and link.captured_id = any(${capturedIds}::uuid[])`.execute(
    tx,
  );
  await publisherOf(tx).lock(tx, rows);
  return rows;
}
