import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { constraintViolation } from '#platform/database/constraint-violation.ts';
import type { Connection, Database } from '#platform/database/create-database.ts';
import type { GivenGroup } from '../protocol/given-group.ts';
import { badRequest, noSuch, ScimError } from '../protocol/scim-error.ts';
import { noteGroup } from '../roles/note-checks.ts';
import { isId } from '../users/find-users.ts';
import { changeMembers } from './change-members.ts';

/** @throws ScimError `uniqueness`, `invalidValue` or `tooMany` */
export function createGroup(
  db: Database,
  organizationId: string,
  { displayName, externalId, members }: GivenGroup & { displayName: string },
): Promise<string> {
  return withFreeName(() =>
    db.transaction().execute(async (tx) => {
      await requireRoom(tx, organizationId);
      const { id } = await tx
        .insertInto('scim_groups')
        .values({
          organization_id: organizationId,
          display_name: displayName,
          external_id: externalId ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await changeMembers(tx, organizationId, id, members);
      return id;
    }),
  );
}

/**
 * Changes a group in one transaction: all of a request, or nothing of it.
 *
 * @throws ScimError 404, `uniqueness`, `invalidValue` or `tooMany`
 */
export function changeGroup(
  db: Database,
  organizationId: string,
  groupId: string,
  { displayName, externalId, members }: GivenGroup,
): Promise<void> {
  if (!isId(groupId)) throw noSuch('Group');
  return withFreeName(() =>
    db.transaction().execute(async (tx) => {
      // Locks the group: changes at the same moment follow each other.
      const changed = await tx
        .updateTable('scim_groups')
        .set({
          ...(displayName !== undefined && { display_name: displayName }),
          ...(externalId !== undefined && { external_id: externalId }),
          updated_at: sql`now()`,
        })
        .where('organization_id', '=', organizationId)
        .where('id', '=', groupId)
        .returning('id')
        .executeTakeFirst();
      if (changed === undefined) throw noSuch('Group');
      await changeMembers(tx, organizationId, groupId, members);
    }),
  );
}

/** @throws ScimError 404 */
export async function deleteGroup(
  db: Database,
  organizationId: string,
  groupId: string,
): Promise<void> {
  if (!isId(groupId)) throw noSuch('Group');
  await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('scim_groups')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', groupId)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) throw noSuch('Group');
    await noteGroup(tx, groupId);
    await tx.deleteFrom('scim_groups').where('id', '=', groupId).execute();
  });
}

/** Locks the organization, so that groups that are created at the same moment do not exceed the limit. */
async function requireRoom(tx: Connection, organizationId: string): Promise<void> {
  await sql`
    select from organizations where id = ${organizationId} for no key update`.execute(tx);
  const { count } = await tx
    .selectFrom('scim_groups')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  if (Number(count) < limits.provisioningGroups) return;
  throw badRequest(
    'tooMany',
    `An organization has at most ${limits.provisioningGroups.toLocaleString('en')} groups.`,
  );
}

async function withFreeName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (constraintViolation(cause)?.kind !== 'unique') throw cause;
    throw new ScimError(409, 'Another group has this displayName.', 'uniqueness', cause);
  }
}
