import type { Role } from '@repo/contract/fields';
import type { Connection } from '../../platform/database/create-database.ts';

export interface Membership {
  role: Role;
}

/** What a person is in a workspace; undefined for one they are no member of, or that is none. */
export function findMembership(
  db: Connection,
  personId: string,
  workspaceId: string,
): Promise<Membership | undefined> {
  return db
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', personId)
    .executeTakeFirst();
}
