import { limits } from '@repo/contract/limits';
import { plural } from '@repo/domain/text/plural';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import type { MemberChange } from '../protocol/given-group.ts';
import { badRequest } from '../protocol/scim-error.ts';
import { noteMembers } from '../roles/note-checks.ts';
import { isOfOrganization } from '../users/find-users.ts';

/**
 * Changes the members of a group that the caller has locked. Someone who is a member already stays one.
 *
 * @throws ScimError `invalidValue` or `tooMany`
 */
export async function changeMembers(
  tx: Connection,
  organizationId: string,
  groupId: string,
  { isReplaced, added, removed }: MemberChange,
): Promise<void> {
  if (added.size > limits.provisioningGroupMembers) throw tooMany();
  const coming = sql`${[...added]}::uuid[]`;
  await requireUsers(tx, organizationId, added);
  const leaves = isReplaced
    ? sql`user_id <> all(${coming})`
    : sql`user_id = any(${[...removed]}::uuid[])`;
  const left = await sql<Changed>`
    delete from scim_group_members
    where group_id = ${groupId} and ${leaves}
    returning user_id as "userId"`.execute(tx);
  await noteMembers(tx, groupId, idsOf(left));
  if (added.size === 0) return;
  const joined = await sql<Changed>`
    insert into scim_group_members (group_id, user_id)
    select ${groupId}, id from unnest(${coming}) id order by id
    on conflict do nothing returning user_id as "userId"`.execute(tx);
  await noteMembers(tx, groupId, idsOf(joined));
  const { count } = await tx
    .selectFrom('scim_group_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  if (Number(count) > limits.provisioningGroupMembers) throw tooMany();
}

interface Changed {
  userId: string;
}

const idsOf = ({ rows }: { rows: Changed[] }): string[] => rows.map(({ userId }) => userId);

const tooMany = () =>
  badRequest(
    'tooMany',
    `A group has at most ${limits.provisioningGroupMembers.toLocaleString('en')} members.`,
  );

/** Users of other organizations are not found, as those who do not exist. */
async function requireUsers(
  tx: Connection,
  organizationId: string,
  ids: ReadonlySet<string>,
): Promise<void> {
  if (ids.size === 0) return;
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from users person
    left join scim_users given
      on given.user_id = person.id and given.organization_id = ${organizationId}
    where person.id = any(${[...ids]}::uuid[]) and given.deleted_at is null
      and ${isOfOrganization(organizationId)}`.execute(tx);
  const missing = ids.size - (rows[0]?.found ?? 0);
  if (missing === 0) return;
  throw badRequest(
    'invalidValue',
    `The organization has no user for ${plural(missing, 'member')} of the request.`,
  );
}
