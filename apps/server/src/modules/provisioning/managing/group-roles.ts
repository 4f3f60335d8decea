import { limits } from '@repo/contract/limits';
import type { Role } from '@repo/contract/fields';
import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/create-database.ts';
import { limitReached, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { noteMapping } from '../roles/note-checks.ts';

export interface NewGroupRole {
  groupId: string | null;
  /** The name in the ID token. */
  name: string;
  workspaceId: string;
  role: Role;
}

/**
 * Gives the members of a group a role in a workspace, or another one than before.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, `LIMIT_REACHED`
 */
export async function setGroupRole(
  db: Database,
  actor: Actor,
  organizationId: string,
  { groupId, name, workspaceId, role }: NewGroupRole,
): Promise<void> {
  const claimedName = name.trim();
  if ((groupId === null) === (claimedName === '')) {
    requireValid({ name: 'Choose a group, or enter the name of one' });
  }
  await db.transaction().execute(async (tx) => {
    const organization = await lockOrganization(tx, organizationId);
    const group = groupId === null ? claimedName : await nameOf(tx, organizationId, groupId);
    const workspace = await tx
      .selectFrom('workspaces')
      .select('slug')
      .where('id', '=', workspaceId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    if (workspace === undefined) throw notFound('Workspace');
    const before = await tx
      .selectFrom('group_roles')
      .select(['id', 'role'])
      .where('organization_id', '=', organizationId)
      .where('workspace_id', '=', workspaceId)
      .where('group_id', 'is not distinct from', groupId)
      .where('claimed_name', 'is not distinct from', groupId === null ? claimedName : null)
      .executeTakeFirst();
    if (before?.role === role) return;
    if (before === undefined) await requireRoom(tx, organizationId);
    const { id } =
      before === undefined
        ? await tx
            .insertInto('group_roles')
            .values({
              organization_id: organizationId,
              group_id: groupId,
              claimed_name: groupId === null ? claimedName : null,
              workspace_id: workspaceId,
              role,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        : before;
    if (before !== undefined) {
      await tx.updateTable('group_roles').set({ role }).where('id', '=', id).execute();
    }
    await noteMapping(tx, id);
    await recordChange(tx, {
      actor,
      action: 'provisioning.group-role-set',
      scope: `${organization.slug}/${workspace.slug}`,
      ...(before && { before: { group, role: before.role } }),
      after: { group, role },
    });
  });
}

/** @throws AppError `NOT_FOUND` */
export async function removeGroupRole(
  db: Database,
  actor: Actor,
  { id: organizationId, groupRoleId }: { id: string; groupRoleId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const organization = await lockOrganization(tx, organizationId);
    const { rows } = await sql<{ groupId: string | null; name: string; role: Role; slug: string }>`
      select coalesce(scim_groups.display_name, group_roles.claimed_name) as name,
        group_roles.role, group_roles.group_id as "groupId", workspaces.slug
      from group_roles
      join workspaces on workspaces.id = group_roles.workspace_id
      left join scim_groups on scim_groups.id = group_roles.group_id
      where group_roles.organization_id = ${organizationId}
        and group_roles.id = ${groupRoleId}`.execute(tx);
    const [found] = rows;
    if (found === undefined) throw notFound('Role');
    if (found.groupId !== null) await nameOf(tx, organizationId, found.groupId);
    await noteMapping(tx, groupRoleId);
    await tx.deleteFrom('group_roles').where('id', '=', groupRoleId).execute();
    await recordChange(tx, {
      actor,
      action: 'provisioning.group-role-removed',
      scope: `${organization.slug}/${found.slug}`,
      before: { group: found.name, role: found.role },
    });
  });
}

/** Locks the group too: members who come at the same moment must see the role, or be seen by it. */
async function nameOf(tx: Connection, organizationId: string, groupId: string): Promise<string> {
  const found = await tx
    .selectFrom('scim_groups')
    .select('display_name as name')
    .where('organization_id', '=', organizationId)
    .where('id', '=', groupId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw notFound('Group');
  return found.name;
}

async function requireRoom(tx: Connection, organizationId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('group_roles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const limit = limits.groupRoles;
  const current = Number(count);
  if (current < limit) return;
  const message = `An organization has at most ${limit} roles of groups. Remove one first.`;
  throw limitReached({ message, limit, current });
}

/** Changes at the same moment follow each other. */
async function lockOrganization(tx: Connection, organizationId: string) {
  const organization = await tx
    .selectFrom('organizations')
    .select('slug')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (organization === undefined) throw notFound('Organization');
  return organization;
}
