import type { LeavingChoice } from '@repo/contract/hand-overs';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { LeavingScope } from './stored-hand-over.ts';

interface Leaving extends LeavingScope {
  choice: LeavingChoice;
  successorId: string | null;
  deletion?: object;
}

/**
 * Whether this very hand-over has begun, and something of it is still to be withdrawn or lowered: a request
 * that is repeated because the first one had no time for all of it goes on with the rest.
 */
export async function isGoingOn(
  tx: Connection,
  { userId, workspaceId, choice, successorId, deletion }: Leaving,
): Promise<boolean> {
  if (deletion !== undefined) return false;
  const { rows } = await sql`
    select from hand_overs
    where user_id = ${userId} and workspace_id is not distinct from ${workspaceId}::uuid
      and choice = ${choice} and successor_id is not distinct from ${successorId}::uuid
      and state in ('lowering', 'leaving')
      and (state = 'lowering' or ${await isBeingWithdrawn(tx, { userId, workspaceId, choice })})`.execute(
    tx,
  );
  return rows.length > 0;
}

async function isBeingWithdrawn(
  tx: Connection,
  { userId, workspaceId, choice }: Pick<Leaving, 'userId' | 'workspaceId' | 'choice'>,
): Promise<boolean> {
  if (choice !== 'erase') return false;
  const { rows } = await sql`
    select from publish_requests
    where owner_id = ${userId} and kind = 'withdrawal'
      and (${workspaceId}::uuid is null or workspace_id = ${workspaceId}::uuid)
    limit 1`.execute(tx);
  return rows.length > 0;
}
