import type { Role } from '@repo/contract/fields';
import type { Connection } from '#platform/database/create-database.ts';
import { constraintViolation } from '#platform/database/constraint-violation.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { refreshColleague } from '../relationships/change-contacts.ts';
import { endFormerMembership } from '../users/end-former-membership.ts';
import { requireMemberCapacity } from './require-member-capacity.ts';

export interface NewMember {
  workspaceId: string;
  userId: string;
  role: Role;
}

/** @throws AppError `NOT_FOUND`, `CONFLICT` for a user who is already a member, `LIMIT_REACHED` */
export async function addMember(
  db: Connection,
  { workspaceId, userId, role }: NewMember,
): Promise<void> {
  await requireMemberCapacity(db, workspaceId);
  try {
    await db
      .insertInto('memberships')
      .values({ workspace_id: workspaceId, user_id: userId, role })
      .execute();
  } catch (cause) {
    throw explain(cause);
  }
  await endFormerMembership(db, { workspaceId, userId });
  await refreshColleague(db, { workspaceId, userId });
}

function explain(cause: unknown): unknown {
  const { kind, constraint } = constraintViolation(cause) ?? {};
  if (kind === 'unique') {
    return new AppError('CONFLICT', 'The person is a member of the workspace already', { cause });
  }
  if (kind === 'foreign key') {
    return notFound(constraint?.includes('user_id') ? 'User' : 'Workspace');
  }
  return cause;
}
