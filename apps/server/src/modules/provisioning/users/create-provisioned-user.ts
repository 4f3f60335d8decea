import { limits } from '@repo/contract/limits';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { createUser } from '#modules/users/create-user.ts';
import { isEmailAddress, normalEmail } from '#modules/users/email-address.ts';
import { timeOfUpdate } from '#modules/users/time-of-update.ts';
import { type GivenUser, replacing } from '../protocol/given-user.ts';
import { badRequest, ScimError } from '../protocol/scim-error.ts';
import { deactivate, reactivate } from './activate.ts';
import { changedMeanwhile, changeFound, requireFreeName, requireName } from './change-user.ts';
import { findDeleted, type ProvisionedUser, requireUser } from './find-users.ts';
import { type Organization, provisionerOf, type ProvisioningParts } from './provisioner.ts';
import { markDeactivated, nameOf, storedAfter, storeUser } from './stored-user.ts';

type NewUser = GivenUser & { userName: string };

/**
 * Creates a user with an address of a verified domain, without a password: they sign in with the provider. One whom
 * the provider deleted before comes back.
 *
 * @throws ScimError `invalidValue`; `uniqueness` for an address that someone has: no one is taken over
 */
export async function createProvisionedUser(
  parts: ProvisioningParts,
  organization: Organization,
  given: NewUser,
): Promise<ProvisionedUser> {
  const { db } = parts;
  const email = normalEmail(given.email ?? given.userName);
  await requireOwnDomain(db, organization, email);
  const deleted = await findDeleted(db, organization.id, email);
  if (deleted !== undefined) {
    const { isActive = true } = given;
    if (isActive && !deleted.isActive) await reactivate(parts, organization, deleted);
    if (!isActive && deleted.isActive) {
      await deactivate(parts, organization, deleted, { isDeleted: false });
    }
    const before = { ...deleted, isActive, isDeleted: true };
    const isStored = await changeFound(parts, organization, before, replacing(given));
    if (!isStored) throw changedMeanwhile();
    return requireUser(db, organization.id, deleted.id);
  }
  await requireFreeName(db, organization.id, undefined, given.userName);
  const id = await db
    .transaction()
    .execute((tx) => create(tx, organization, given, email))
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
      throw new ScimError(409, 'There is a user with this address already.', 'uniqueness', error);
    });
  return requireUser(db, organization.id, id);
}

async function create(
  tx: Connection,
  organization: Organization,
  given: NewUser,
  email: string,
): Promise<string> {
  const stored = storedAfter(unknown, { ...given, email: given.email ?? null });
  const name = nameOf(stored) ?? email.slice(0, email.lastIndexOf('@')).slice(0, limits.nameLength);
  requireName(name);
  const user = await createUser(tx, { email, name });
  await storeUser(tx, organization.id, user.id, unknown, stored);
  if (given.isActive === false) {
    await tx
      .updateTable('users')
      .set({ is_active: false, updated_at: timeOfUpdate(new Date()) })
      .where('id', '=', user.id)
      .execute();
    const marked = { ...user, userName: given.userName };
    await markDeactivated(tx, organization.id, marked, { isDeleted: false });
  }
  await recordChange(tx, {
    actor: provisionerOf(organization),
    action: 'provisioning.user-created',
    person: { id: user.id, name: user.name },
    scope: organization.slug,
    after: { name: user.name, email: user.email },
  });
  return user.id;
}

/** Someone of whom the provider has said nothing yet. */
const unknown = {
  userName: '',
  externalId: null,
  givenEmail: null,
  displayName: null,
  formattedName: null,
  givenName: null,
  familyName: null,
  isDeactivatedByProvider: false,
};

/** Otherwise a provider could create users, and then sign in as them, with addresses of others. */
async function requireOwnDomain(
  db: Connection,
  { id, name }: Organization,
  email: string,
): Promise<void> {
  if (!isEmailAddress(email)) {
    throw badRequest(
      'invalidValue',
      'A user needs an email address, in emails or as the userName.',
    );
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const found = await db
    .selectFrom('sso_domains')
    .select('domain')
    .where('organization_id', '=', id)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  if (found !== undefined) return;
  throw badRequest(
    'invalidValue',
    `${domain} is no verified domain of ${name}. Verify it on the page of its single sign-on first.`,
  );
}
