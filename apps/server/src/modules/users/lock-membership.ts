import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import { findMembership } from './find-membership.ts';

interface Member {
  workspaceId: string;
  userId: string;
}

/**
 * Locks the membership of a user who saves something for themselves in a workspace, shared: until the
 * transaction ends the user cannot leave, so that leaving deletes what is saved here too. A lock by name,
 * since a lock of the user would wait for each page of their syncs. Call it before anything else is locked
 * but the user and the workspace (docs/ARCHITECTURE.md, "Lock order").
 *
 * @throws AppError NOT_FOUND for a user who is not a member, or was removed while this waited.
 */
export async function lockMembership(tx: Connection, member: Member): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${nameOf(member)})`.execute(tx);
  // After the lock: what the one who had it before has committed counts.
  const found = await findMembership(tx, member.userId, member.workspaceId);
  if (found === undefined) throw notFound('Workspace');
}

/** Waits for all that is being saved for a member, and has what comes later find no member. */
export async function lockLeaving(tx: Connection, member: Member): Promise<void> {
  await sql`select pg_advisory_xact_lock(${nameOf(member)})`.execute(tx);
}

const nameOf = ({ workspaceId, userId }: Member) =>
  sql`hashtextextended(${`membership ${workspaceId} ${userId}`}, 0)`;
