import type { GroupRole, GroupRoles } from '@repo/contract/provisioning';
import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';

/** @throws AppError `NOT_FOUND` */
export async function readGroupRoles(db: Connection, organizationId: string): Promise<GroupRoles> {
  const organization = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  if (organization === undefined) throw notFound('Organization');
  const roles = await sql<
    Omit<GroupRole, 'workspace'> & { workspaceId: string; workspace: string }
  >`
    select group_roles.id, group_id as "groupId", coalesce(display_name, claimed_name) as name,
      workspaces.id as "workspaceId", workspaces.name as workspace, group_roles.role
    from group_roles
    join workspaces on workspaces.id = group_roles.workspace_id
    left join scim_groups on scim_groups.id = group_roles.group_id
    where group_roles.organization_id = ${organizationId}
    order by lower(coalesce(display_name, claimed_name)), lower(workspaces.name), group_roles.id
    limit ${limits.groupRoles}`.execute(db);
  const groups = await sql<GroupRoles['groups'][number]>`
    select id, display_name as name, (
      select count(*)::int from scim_group_members where group_id = scim_groups.id) as members
    from scim_groups where organization_id = ${organizationId}
    order by lower(display_name), id limit ${limits.provisioningGroups}`.execute(db);
  const workspaces = await db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('archived_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limits.groupRoles)
    .execute();
  const waiting = await sql<{ users: number }>`
    select count(distinct user_id)::int as users from role_checks
    where workspace_id = any(${workspaces.map(({ id }) => id)}::uuid[])
      and exists (
        select from users where users.id = role_checks.user_id and users.is_active)`.execute(db);
  return {
    roles: roles.rows.map(({ workspaceId, workspace, ...role }) => ({
      ...role,
      workspace: { id: workspaceId, name: workspace },
    })),
    groups: groups.rows,
    workspaces,
    waiting: waiting.rows[0]?.users ?? 0,
  };
}
