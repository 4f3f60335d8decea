import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { StoredHandOver } from '../leaving/stored-hand-over.ts';

/**
 * Finds the ended shares that only the user may begin again. They kept their mailbox, and the sync has read
 * activities since then that they did not choose to share.
 *
 * @returns the domains of those shares.
 */
export async function listLeftToUser(
  tx: Connection,
  { id, userId, workspaceId, choice }: Omit<StoredHandOver, 'isOver'>,
  domainIds: readonly string[],
): Promise<string[]> {
  if (workspaceId === null || choice !== 'erase' || domainIds.length === 0) return [];
  const { begunAt } = await tx
    .selectFrom('hand_overs')
    .select('begun_at as begunAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { rows: synced } = await sql`
    select from integrations
    where owner_id = ${userId} and last_synced_at > ${begunAt} limit 1`.execute(tx);
  if (synced.length > 0) return [...domainIds];
  const { rows } = await sql<{ domainId: string }>`
    select distinct link.domain_id as "domainId"
    from captured_activities captured
    join captured_activity_domains link
      on link.owner_id = captured.owner_id and link.captured_id = captured.id
    where captured.owner_id = ${userId} and link.owner_id = ${userId}
      and link.domain_id = any(${domainIds}::uuid[]) and captured.captured_at > ${begunAt}`.execute(
    tx,
  );
  return rows.map(({ domainId }) => domainId);
}
