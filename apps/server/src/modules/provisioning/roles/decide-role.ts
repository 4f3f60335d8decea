import type { Role } from '@repo/contract/fields';

/** Null: not a member. */
export type RoleOrNone = Role | null;

/** The role that groups gave to a user in a workspace. */
export interface Given {
  role: Role;
  /** The role that the user had by hand before. */
  before: RoleOrNone;
}

const rankOf = (role: RoleOrNone): number => (role === 'owner' ? 2 : role === 'member' ? 1 : 0);

/** True if the second role can do less than the first one. */
export const isLower = (before: RoleOrNone, after: RoleOrNone): boolean =>
  rankOf(after) < rankOf(before);

/**
 * Decides the role of a user in a workspace: that of their groups, or the one that they have by hand if it is higher.
 * A role that groups gave ends with them. A role that someone changed since then counts as one by hand.
 *
 * @param wanted the highest role of the user's groups now.
 */
export function decideRole(
  wanted: RoleOrNone,
  given: Given | undefined,
  current: RoleOrNone,
): { role: RoleOrNone; given: Given | undefined } {
  const byHand = given !== undefined && given.role === current ? given.before : current;
  if (wanted === null || rankOf(wanted) <= rankOf(byHand)) {
    return { role: byHand, given: undefined };
  }
  return { role: wanted, given: { role: wanted, before: byHand } };
}
