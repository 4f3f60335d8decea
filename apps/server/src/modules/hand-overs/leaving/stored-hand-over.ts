import type { HandOver, LeavingChoice } from '@repo/contract/hand-overs';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** The workspace that a user leaves; null for all of them. */
export interface LeavingScope {
  userId: string;
  workspaceId: string | null;
}

export interface StoredHandOver extends LeavingScope {
  id: string;
  choice: LeavingChoice;
  /** `lowering` while the levels of shares are being lowered. */
  state: 'lowering' | 'leaving' | 'returning' | 'ending';
  position: string | null;
  /** Whether its time is over, so that the job ends it. */
  isOver: boolean;
}

/** Whether a row of `hand_overs` is that of a scope. */
const isOf = ({ userId, workspaceId }: LeavingScope) => sql<boolean>`
  handed.user_id = ${userId} and handed.workspace_id is not distinct from ${workspaceId}::uuid`;

/** Locks a hand-over, so that one transaction at a time takes a step of it. The caller has locked the user. */
export async function lockHandOver(
  tx: Connection,
  which: LeavingScope | { id: string },
): Promise<StoredHandOver | undefined> {
  const condition = 'id' in which ? sql`handed.id = ${which.id}` : isOf(which);
  const { rows } = await sql<StoredHandOver>`
    select id, user_id as "userId", workspace_id as "workspaceId", choice, state, position,
      ends_at <= now() as "isOver"
    from hand_overs handed where ${condition} for update`.execute(tx);
  return rows[0];
}

export async function findHandOver(
  db: Connection,
  scope: LeavingScope,
): Promise<HandOver | undefined> {
  const [found] = await readHandOvers(db, isOf(scope));
  return found;
}

/** The users who leave a workspace, alone or with all others, in the order in which they began. */
export const listHandOvers = (db: Connection, workspaceId: string): Promise<HandOver[]> =>
  readHandOvers(
    db,
    sql<boolean>`handed.workspace_id = ${workspaceId} or handed.id in (
      select hand_over_id from former_memberships where workspace_id = ${workspaceId})`,
  );

async function readHandOvers(
  db: Connection,
  condition: ReturnType<typeof isOf>,
): Promise<HandOver[]> {
  const { rows } = await sql<Row>`
    select person.id as "userId", person.name, person.email,
      handed.workspace_id as "workspaceId", handed.choice,
      successor.id as "successorId", successor.name as "successorName", begun_by as "begunBy",
      begun_at as "begunAt", ends_at as "endsAt", state
    from hand_overs handed
    join users person on person.id = handed.user_id
    left join users successor on successor.id = handed.successor_id
    where ${condition}
    order by begun_at, handed.id limit ${limits.leavingListed}`.execute(db);
  return rows.map((row) => ({
    user: { id: row.userId, name: row.name, email: row.email },
    workspaceId: row.workspaceId,
    choice: row.choice,
    successor:
      row.successorId === null ? null : { id: row.successorId, name: row.successorName ?? '' },
    begunBy: row.begunBy,
    begunAt: row.begunAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    state: row.state === 'lowering' ? 'leaving' : row.state,
  }));
}

interface Row {
  userId: string;
  name: string;
  email: string;
  workspaceId: string | null;
  choice: LeavingChoice;
  successorId: string | null;
  successorName: string | null;
  begunBy: string;
  begunAt: Date;
  endsAt: Date;
  state: StoredHandOver['state'];
}
