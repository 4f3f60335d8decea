import type { User } from '@repo/contract/auth';
import type { Connection } from '#platform/database/create-database.ts';

/** A user with their organizations and workspaces in use, in the order of joining. */
export async function findUser(db: Connection, userId: string): Promise<User | undefined> {
  const [user, workspaces] = await Promise.all([
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
    listMemberships(db, userId),
  ]);
  if (user === undefined) return undefined;
  const organizations = new Map(
    workspaces.map(({ organizationId, organizationName }) => [organizationId, organizationName]),
  );
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    isAdmin: user.is_admin,
    isTest: user.is_test,
    isActive: user.is_active,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
    organizations: [...organizations.values()].map((name) => ({ name })),
    workspaces: workspaces.map(({ id, name, organizationName, role, joinedAt }) => ({
      id,
      name,
      organizationName,
      role,
      joinedAt: joinedAt.toISOString(),
    })),
  };
}

function listMemberships(db: Connection, userId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organization_id')
    .select([
      'workspaces.id',
      'workspaces.name',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'memberships.role',
      'memberships.joined_at as joinedAt',
    ])
    .where('memberships.user_id', '=', userId)
    .where('workspaces.archived_at', 'is', null)
    .orderBy('memberships.joined_at')
    .orderBy('workspaces.id')
    .execute();
}
