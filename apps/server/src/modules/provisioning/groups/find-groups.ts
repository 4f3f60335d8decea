import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { Condition } from '../protocol/read-filter.ts';
import type { ListQuery } from '../protocol/read-list-query.ts';
import { badRequest, noSuch } from '../protocol/scim-error.ts';
import { isId, isOfOrganization } from '../users/find-users.ts';

export interface ProvisionedGroup {
  id: string;
  displayName: string;
  externalId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Absent if they are not requested. */
  members?: Member[];
}

interface Member {
  value: string;
  display: string;
}

const columns = sql`
  id, display_name as "displayName", external_id as "externalId", created_at as "createdAt",
  updated_at as "updatedAt"`;

/**
 * Finds groups, with their members if these are requested. Such a page ends before the group with which it would
 * have more members than one group can have, so it can be shorter than the requested count.
 *
 * @throws ScimError `invalidFilter`
 */
export async function findGroups(
  db: Connection,
  organizationId: string,
  { conditions, startIndex, count }: ListQuery,
  { withMembers }: { withMembers: boolean },
): Promise<{ total: number; groups: ProvisionedGroup[] }> {
  const all = sql`
    from scim_groups where organization_id = ${organizationId}
      and ${sql.join([sql`true`, ...conditions.map(conditionOf)], sql` and `)}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${all}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (total === 0 || count === 0) return { total, groups: [] };
  const { rows } = await sql<ProvisionedGroup & { size: number }>`
    select ${columns}, (
      select count(*)::int from scim_group_members where group_id = scim_groups.id) as size
    ${all} order by id limit ${count} offset ${startIndex - 1}`.execute(db);
  if (!withMembers) return { total, groups: rows };
  let room = limits.provisioningGroupMembers;
  const tooMany = rows.findIndex(({ size }, at) => (room -= size) < 0 && at > 0);
  const fitting = tooMany < 0 ? rows : rows.slice(0, tooMany);
  return { total, groups: await withTheirMembers(db, organizationId, fitting) };
}

/** @throws ScimError 404 */
export async function requireGroup(
  db: Connection,
  organizationId: string,
  groupId: string,
  { withMembers }: { withMembers: boolean },
): Promise<ProvisionedGroup> {
  if (!isId(groupId)) throw noSuch('Group');
  const { rows } = await sql<ProvisionedGroup>`
    select ${columns} from scim_groups
    where organization_id = ${organizationId} and id = ${groupId}`.execute(db);
  const [group] = rows;
  if (group === undefined) throw noSuch('Group');
  if (!withMembers) return group;
  return (await withTheirMembers(db, organizationId, [group]))[0] ?? group;
}

async function withTheirMembers(
  db: Connection,
  organizationId: string,
  groups: readonly ProvisionedGroup[],
): Promise<ProvisionedGroup[]> {
  const { rows } = await sql<Member & { groupId: string }>`
    select member.group_id as "groupId", person.id as value,
      coalesce(nullif(person.name, ''), person.email) as display
    from scim_group_members member
    join users person on person.id = member.user_id
    left join scim_users given
      on given.user_id = person.id and given.organization_id = ${organizationId}
    where member.group_id = any(${groups.map(({ id }) => id)}::uuid[])
      and given.deleted_at is null and ${isOfOrganization(organizationId)}
    order by person.id`.execute(db);
  const members = Map.groupBy(rows, ({ groupId }) => groupId);
  return groups.map((group) => ({
    ...group,
    members: (members.get(group.id) ?? []).map(({ value, display }) => ({ value, display })),
  }));
}

function conditionOf({ attribute, value }: Condition): RawBuilder<boolean> {
  switch (attribute) {
    case 'id':
      return isId(value) ? sql<boolean>`id = ${value}` : sql<boolean>`false`;
    case 'displayname':
      return sql<boolean>`lower(display_name) = lower(${value})`;
    case 'externalid':
      return sql<boolean>`external_id = ${value}`;
    case 'members':
    case 'members.value':
      return isId(value)
        ? sql<boolean>`id in (select group_id from scim_group_members where user_id = ${value})`
        : sql<boolean>`false`;
    default:
      throw badRequest(
        'invalidFilter',
        'Groups are found by id, displayName, externalId or members.value.',
      );
  }
}
