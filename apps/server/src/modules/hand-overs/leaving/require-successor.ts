import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { findReleasing } from '#modules/listed-accounts/owner-now.ts';
import type { LeftMembership } from './memberships.ts';

interface Chosen {
  userId: string;
  workspaceId: string | null;
  successorId: string | null;
}

/**
 * Checks that a successor stays, and is a member of every workspace that the leaver leaves. An owner learns
 * nothing of users who are not members of their workspace, not even whether they exist.
 *
 * @param successor the locked user; undefined if there is none.
 * @throws AppError `VALIDATION_FAILED`, `CONFLICT`
 */
export async function requireSuccessor(
  tx: Connection,
  { userId, workspaceId, successorId }: Chosen,
  successor: { id: string; name: string; isActive: boolean } | undefined,
  left: readonly LeftMembership[],
): Promise<void> {
  if (successorId === null) return;
  if (successorId === userId) {
    requireValid({ successorId: 'Choose someone else than the user who leaves' });
  }
  if (successor === undefined && workspaceId === null) {
    requireValid({ successorId: 'There is no such user. Choose another one.' });
  }
  const memberships = await tx
    .selectFrom('memberships')
    .select('workspace_id')
    .where('user_id', '=', successorId)
    .execute();
  const own = new Set(memberships.map(({ workspace_id }) => workspace_id));
  const missing = left.find((one) => !own.has(one.workspaceId));
  const isHidden = workspaceId !== null && missing !== undefined;
  if (isHidden || successor === undefined) {
    requireValid({ successorId: 'They are not a member of the workspace. Choose a member.' });
    return;
  }
  const { rows } = await sql`
    select from hand_overs where user_id = ${successorId} and workspace_id is null`.execute(tx);
  if (!successor.isActive || rows.length > 0) {
    throw new AppError(
      'CONFLICT',
      `${successor.name} is leaving as well. Choose someone who stays.`,
    );
  }
  for (const one of left) {
    if ((await findReleasing(tx, one.workspaceId, [successorId])).size === 0) continue;
    throw new AppError(
      'CONFLICT',
      `${successor.name} left ${one.workspaceName} a moment ago and came back, and the accounts that they owned are still being released. Try again in a minute.`,
    );
  }
  if (missing === undefined) return;
  throw new AppError(
    'CONFLICT',
    `${successor.name} is not a member of ${missing.workspaceName}. Add them first, or choose another member.`,
  );
}
