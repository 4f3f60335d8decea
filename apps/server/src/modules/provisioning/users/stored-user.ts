import { type Insertable, type RawBuilder, sql } from 'kysely';
import { constraintViolation } from '#platform/database/constraint-violation.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { ProvisioningTables } from '#platform/database/schema/provisioning.ts';
import type { GivenUser } from '../protocol/given-user.ts';
import { ScimError } from '../protocol/scim-error.ts';
import { noteMembers } from '../roles/note-checks.ts';
import type { ProvisionedUser } from './find-users.ts';

type Stored = Omit<
  Insertable<ProvisioningTables['scim_users']>,
  'organization_id' | 'user_id' | 'created_at' | 'updated_at' | 'deactivated_as' | 'deleted_at'
>;

/** The attributes of a user by the provider, before a request. */
type Before = Omit<
  ProvisionedUser,
  'id' | 'name' | 'createdAt' | 'updatedAt' | 'isActive' | 'email' | 'isDeactivatedByProvider'
>;

/** Returns the row of a user after a request. */
export const storedAfter = (before: Before, given: GivenUser): Stored => ({
  user_name: given.userName ?? before.userName,
  external_id: after(given.externalId, before.externalId),
  email: after(given.email, before.givenEmail),
  display_name: after(given.displayName, before.displayName),
  formatted_name: after(given.formattedName, before.formattedName),
  given_name: after(given.givenName, before.givenName),
  family_name: after(given.familyName, before.familyName),
});

const after = (given: string | null | undefined, before: string | null): string | null =>
  given === undefined ? before : given;

/** The name in the product; undefined where the provider says none. */
export function nameOf({
  display_name,
  formatted_name,
  given_name,
  family_name,
}: Stored): string | undefined {
  const parts = [given_name, family_name].filter((part) => part !== null).join(' ');
  return display_name ?? formatted_name ?? (parts || undefined);
}

/**
 * Stores what a provider says of a user, unless another request changed it since it was read. A user whom the
 * provider had deleted is there again.
 *
 * @returns false if another request changed it.
 * @throws ScimError `uniqueness`
 */
export async function storeUser(
  tx: Connection,
  organizationId: string,
  userId: string,
  before: Before & { isDeleted?: boolean },
  stored: Stored,
): Promise<boolean> {
  try {
    const changed = await tx
      .insertInto('scim_users')
      .values({ organization_id: organizationId, user_id: userId, ...stored })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'user_id'])
          .doUpdateSet({ ...stored, updated_at: sql`now()`, deleted_at: null })
          .where(isUnchanged(before)),
      )
      .returning('scim_users.user_id')
      .execute();
    return changed.length > 0;
  } catch (cause) {
    if (constraintViolation(cause)?.kind !== 'unique') throw cause;
    throw takenName(cause);
  }
}

const isUnchanged = ({ isDeleted = false, ...before }: Before & { isDeleted?: boolean }) => {
  const stored = Object.entries(storedAfter(before, {})).map(
    ([column, value]): RawBuilder<boolean> =>
      sql`${sql.ref(`scim_users.${column}`)} is not distinct from ${value}::text`,
  );
  const isThere = isDeleted ? sql`is not null` : sql`is null`;
  return sql<boolean>`${sql.join(stored, sql` and `)} and scim_users.deleted_at ${isThere}`;
};

/**
 * Remembers that the provider deactivated a user, or deleted them, in the transaction that does. Only then may it
 * bring them back.
 */
export async function markDeactivated(
  tx: Connection,
  organizationId: string,
  user: { id: string; userName: string; email: string },
  { isDeleted }: { isDeleted: boolean },
): Promise<void> {
  await sql`
    insert into scim_users as given
      (organization_id, user_id, user_name, email, display_name, deactivated_as, deleted_at)
    select ${organizationId}, id, ${user.userName}::text, ${user.email}::text, nullif(name, ''),
      updated_at, case when ${isDeleted} then now() end
    from users where id = ${user.id}
    on conflict (organization_id, user_id) do update set
      deactivated_as = excluded.deactivated_as, updated_at = now(),
      deleted_at = coalesce(given.deleted_at, excluded.deleted_at)`.execute(tx);
  if (isDeleted) await leaveGroups(tx, organizationId, user.id);
}

/** Keeps the mark of a user who was changed otherwise, if no one had changed them since they were deactivated. */
export async function keepDeactivated(
  tx: Connection,
  organizationId: string,
  userId: string,
  previous: Date,
): Promise<void> {
  await sql`
    update scim_users given set deactivated_as = person.updated_at
    from users person
    where person.id = given.user_id and given.organization_id = ${organizationId}
      and given.user_id = ${userId} and given.deactivated_as = ${previous}`.execute(tx);
}

/** The provider deleted a user who is deactivated already. */
export async function markDeleted(
  db: Connection,
  organizationId: string,
  user: { id: string; userName: string; email: string },
): Promise<void> {
  await db
    .insertInto('scim_users')
    .values({
      organization_id: organizationId,
      user_id: user.id,
      user_name: user.userName,
      email: user.email,
      external_id: null,
      display_name: null,
      formatted_name: null,
      given_name: null,
      family_name: null,
      deleted_at: sql`now()`,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id']).doUpdateSet({ deleted_at: sql`now()` }),
    )
    .execute();
  await leaveGroups(db, organizationId, user.id);
}

/** A user who is created again is in no group until the provider adds them. */
async function leaveGroups(db: Connection, organizationId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ groupId: string }>`
    delete from scim_group_members
    where user_id = ${userId}
      and group_id in (select id from scim_groups where organization_id = ${organizationId})
    returning group_id as "groupId"`.execute(db);
  for (const { groupId } of rows) await noteMembers(db, groupId, [userId]);
}

export const takenName = (cause?: unknown): ScimError =>
  new ScimError(409, 'Another user of this organization has this userName.', 'uniqueness', cause);
