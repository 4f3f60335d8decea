import { sql } from 'kysely';
import { nameProblem } from '@repo/contract/name';
import type { Connection } from '#platform/database/create-database.ts';
import { updateUser } from '#modules/admin/update-user.ts';
import type { GivenUser } from '../protocol/given-user.ts';
import { badRequest, ScimError } from '../protocol/scim-error.ts';
import { deactivate, reactivate } from './activate.ts';
import { type ProvisionedUser, requireUser } from './find-users.ts';
import { type Organization, provisionerOf, type ProvisioningParts } from './provisioner.ts';
import { keepDeactivated, nameOf, storedAfter, storeUser, takenName } from './stored-user.ts';

/** Requests that change one user at the same moment; of those that meet, one succeeds. */
const MAX_ATTEMPTS = 20;

/**
 * Changes a user as a provider says. Each step is repeatable: a request that is sent again after the process was
 * killed does what is left, and one that met another begins again. Ending access is the first step.
 *
 * @throws ScimError 404, 409, `invalidValue`, `uniqueness` or `mutability`
 */
export async function changeUser(
  parts: ProvisioningParts,
  organization: Organization,
  userId: string,
  given: GivenUser,
): Promise<ProvisionedUser> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await requireUser(parts.db, organization.id, userId);
    if (!(await changeFound(parts, organization, before, given))) continue;
    return requireUser(parts.db, organization.id, userId);
  }
  throw changedMeanwhile();
}

export const changedMeanwhile = (): ScimError =>
  new ScimError(409, 'Other requests change this user at the same moment. Try again.');

/** @returns false if another request changed what the provider says of the user since it was read. */
export async function changeFound(
  parts: ProvisioningParts,
  organization: Organization,
  before: ProvisionedUser & { isDeleted?: boolean },
  given: GivenUser,
): Promise<boolean> {
  const { db } = parts;
  const { isActive = before.isActive } = given;
  if (!isActive && before.isActive) {
    await deactivate(parts, organization, before, { isDeleted: false });
  }
  const stored = storedAfter(before, given);
  const name = nameOf(stored);
  if (name !== undefined) requireName(name);
  if (stored.user_name.toLowerCase() !== before.userName.toLowerCase()) {
    await requireFreeName(db, organization.id, before.id, stored.user_name);
  }
  if (isActive && !before.isActive) await reactivate(parts, organization, before);
  // A name that someone gave the user here stays until the provider has another one.
  if (name !== undefined && name !== nameOf(storedAfter(before, {})) && name !== before.name) {
    await rename(parts, organization, before.id, name);
  }
  return storeUser(db, organization.id, before.id, before, stored);
}

async function rename(
  parts: ProvisioningParts,
  organization: Organization,
  userId: string,
  name: string,
): Promise<void> {
  await updateUser(parts, provisionerOf(organization), {
    userId,
    name,
    // Still deactivated by the provider, although the row of the user changes.
    alongside: (tx, previous) => keepDeactivated(tx, organization.id, userId, previous),
  });
}

export function requireName(name: string): void {
  const problem = nameProblem(name);
  if (problem !== undefined) throw badRequest('invalidValue', `${problem}.`);
}

/** The index knows only users of whom the provider has said something. */
export async function requireFreeName(
  db: Connection,
  organizationId: string,
  userId: string | undefined,
  userName: string,
): Promise<void> {
  const lower = userName.toLowerCase();
  const { rows } = await sql`
    select from scim_users given
    where organization_id = ${organizationId} and lower(user_name) = lower(${userName})
      and deleted_at is null and user_id is distinct from ${userId ?? null}::uuid
    union all
    select from users person
    where email = ${lower} and id is distinct from ${userId ?? null}::uuid and not exists (
      select from scim_users given
      where given.user_id = person.id and organization_id = ${organizationId})
    limit 1`.execute(db);
  if (rows.length > 0) throw takenName();
}
