import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/** Notes that users joined or left a group, in the transaction in which they do: their roles follow it. */
export async function noteMembers(
  tx: Connection,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    insert into role_checks (user_id, workspace_id)
    select member.id, mapping.workspace_id
    from unnest(${[...userIds]}::uuid[]) member (id)
    cross join (
      select distinct workspace_id from group_roles where group_id = ${groupId}) mapping
    order by 1, 2 ${again}`.execute(tx);
}

/** Notes all members of a group before it is deleted. */
export async function noteGroup(tx: Connection, groupId: string): Promise<void> {
  await sql`
    insert into role_checks (user_id, workspace_id)
    select distinct member.user_id, mapping.workspace_id
    from scim_group_members member
    join group_roles mapping on mapping.group_id = member.group_id
    where member.group_id = ${groupId}
    order by 1, 2 ${again}`.execute(tx);
}

/** Notes all users whom one mapping concerns, after it is added and before it is removed. */
export async function noteMapping(tx: Connection, mappingId: string): Promise<void> {
  await sql`
    insert into role_checks (user_id, workspace_id)
    select member.user_id, mapping.workspace_id
    from group_roles mapping
    join scim_group_members member on member.group_id = mapping.group_id
    where mapping.id = ${mappingId}
    union
    select claimed.user_id, mapping.workspace_id
    from group_roles mapping
    join claimed_groups claimed on claimed.organization_id = mapping.organization_id
      and mapping.claimed_name = any(claimed.names)
    where mapping.id = ${mappingId}
    order by 1, 2 ${again}`.execute(tx);
}

/** Notes the workspaces in which one user has a role by groups of an organization, or should have. */
export async function noteUser(
  tx: Connection,
  organizationId: string,
  userId: string,
): Promise<void> {
  await sql`
    insert into role_checks (user_id, workspace_id)
    select ${userId}::uuid, mapping.workspace_id
    from group_roles mapping
    where mapping.organization_id = ${organizationId} and (
      mapping.group_id in (select group_id from scim_group_members where user_id = ${userId})
      or mapping.claimed_name = any((
        select names from claimed_groups
        where organization_id = ${organizationId} and user_id = ${userId})::text[])
      or mapping.workspace_id in (select workspace_id from given_roles where user_id = ${userId}))
    group by mapping.workspace_id
    order by 2 ${again}`.execute(tx);
}

/**
 * A check that is noted while a process works on it is done again, by that process and afterwards: two at the same
 * moment would each decide by what the other is about to change.
 */
const again = sql`
  on conflict (user_id, workspace_id) do update set noted_at = clock_timestamp()`;
