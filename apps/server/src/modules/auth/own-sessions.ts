import type { Session } from '@repo/contract/own-settings';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { sessionDays } from './authenticate.ts';

interface Own {
  /** The user. */
  id: string;
  sessionId: string;
}

/** The live sessions of a user: the current one first, then the most recently used first. */
export async function listOwnSessions(
  db: Database,
  { id: userId, sessionId }: Own,
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'address', 'created_at', 'last_used_at', 'opened_with'])
    .where('user_id', '=', userId)
    .where('last_used_at', '>', sql<Date>`now() - make_interval(days => ${sessionDays})`)
    .orderBy((order) => order('id', '<>', sessionId))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.sessionsPerUser)
    .execute();
  return rows.map(({ id, device, address, created_at, last_used_at, opened_with }) => ({
    id,
    device,
    address,
    openedWith: opened_with,
    signedInAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    isCurrent: id === sessionId,
  }));
}

/**
 * Ends one session of a user.
 *
 * @throws AppError `NOT_FOUND`, also for another user's session
 */
export async function endOwnSession(db: Database, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('Session');
}

/** Ends all sessions of a user except the current one. @returns how many */
export async function endOtherSessions(
  db: Connection,
  { id: userId, sessionId }: Own,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
