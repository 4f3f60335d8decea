import type { Role } from '@repo/contract/fields';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { isBreakGlass } from '#modules/auth/break-glass.ts';
import type { Organization } from '../users/provisioner.ts';
import type { Given, RoleOrNone } from './decide-role.ts';

/** A user in a workspace whose role is to be compared with their groups. */
export interface RoleCheck {
  userId: string;
  workspaceId: string;
  /** Text, to the microsecond. The check is done if it was not noted again meanwhile. */
  notedAt: string;
}

/** A check that only this process works on. */
export interface TakenCheck extends RoleCheck {
  /** Text, to the microsecond. */
  takenUntil: string;
}

export interface RoleState {
  organization: Organization;
  name: string;
  workspaceName: string;
  /** The highest role of the user's groups. */
  wanted: RoleOrNone;
  given: Given | undefined;
  current: RoleOrNone;
  /** The state of the user's hand-over in the workspace; null without one. */
  handOver: string | null;
  isActive: boolean;
  /** Whether no hand-over of all their workspaces goes on, nor their return from one. */
  isSettled: boolean;
  /** Whether they are the administrator who keeps a password while single sign-on is required. */
  isBreakGlass: boolean;
}

/** @returns undefined if the user or the workspace is gone. */
export async function readRoleState(
  db: Connection,
  { userId, workspaceId }: RoleCheck,
): Promise<RoleState | undefined> {
  const { rows } = await sql<
    Omit<RoleState, 'organization' | 'given' | 'isBreakGlass'> & {
      id: string;
      organizationName: string;
      slug: string;
      givenRole: Role | null;
      roleBefore: RoleOrNone;
    }
  >`
    select coalesce(nullif(person.name, ''), person.email) as name,
      workspace.name as "workspaceName",
      company.id, company.name as "organizationName", company.slug,
      membership.role as current, given.role as "givenRole", given.role_before as "roleBefore",
      handed.state as "handOver",
      person.is_active as "isActive", not exists (
        select from hand_overs everywhere
        where everywhere.user_id = person.id and everywhere.workspace_id is null) as "isSettled",
      -- By the alphabet, owner is the higher one.
      (select max(mapping.role) from group_roles mapping
        where mapping.workspace_id = workspace.id
          and mapping.organization_id = workspace.organization_id
          and (mapping.group_id in (
              select group_id from scim_group_members where user_id = person.id)
            or mapping.claimed_name = any((
              select names from claimed_groups claimed
              where claimed.organization_id = company.id and claimed.user_id = person.id)::text[])))
        as wanted
    from users person
    cross join workspaces workspace
    join organizations company on company.id = workspace.organization_id
    left join memberships membership
      on membership.user_id = person.id and membership.workspace_id = workspace.id
    left join given_roles given
      on given.user_id = person.id and given.workspace_id = workspace.id
    left join hand_overs handed
      on handed.user_id = person.id and handed.workspace_id = workspace.id
    where person.id = ${userId} and workspace.id = ${workspaceId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { id, organizationName, slug, givenRole, roleBefore, ...state } = row;
  return {
    ...state,
    organization: { id, name: organizationName, slug },
    given: givenRole === null ? undefined : { role: givenRole, before: roleBefore },
    isBreakGlass: await isBreakGlass(db, userId),
  };
}
