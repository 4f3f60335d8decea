import type { IDToken } from 'openid-client';
import { randomUUID } from 'node:crypto';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { createUser } from '#modules/users/create-user.ts';
import { isEmailAddress, normalEmail } from '#modules/users/email-address.ts';
import { domainOf, type SsoConnection } from '../provider/connection.ts';
import type { SingleSignOnParts } from '../provider/single-sign-on-parts.ts';
import { addIdentity } from './identities.ts';
import { SignInProblem } from './sign-in-problem.ts';

interface Chosen {
  userId: string;
  /** Whether the user has to sign in with the password once before the accounts are connected. */
  needsPassword: boolean;
}

/**
 * Finds the user of a provider's account: the one connected with its subject, whatever address it has by now.
 * Otherwise the address counts, once: only if the organization has verified its domain, and the provider the
 * address. An address that may be anyone's leads to a user through their password alone, and tells no one whether
 * there is such a user.
 *
 * @throws SignInProblem
 */
export async function chooseUser(
  parts: SingleSignOnParts,
  connection: SsoConnection,
  claims: IDToken,
): Promise<Chosen> {
  try {
    return await choose(parts, connection, claims);
  } catch (error) {
    // The first sign-in of a user in two tabs: the other one created the user.
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    return choose(parts, connection, claims);
  }
}

/**
 * Finds the user of a provider's account for a proof: it connects nothing and creates no one.
 *
 * @throws SignInProblem
 */
export async function chooseProven(
  { db }: SingleSignOnParts,
  connection: SsoConnection,
  claims: IDToken,
): Promise<Chosen> {
  const known = await findByIdentity(db, connection, claims.sub);
  if (known === undefined) throw new SignInProblem('other-account');
  return { userId: known.id, needsPassword: false };
}

function choose(
  parts: SingleSignOnParts,
  connection: SsoConnection,
  claims: IDToken,
): Promise<Chosen> {
  return parts.db.transaction().execute(async (tx) => {
    const known = await findByIdentity(tx, connection, claims.sub);
    if (known !== undefined) {
      if (!known.isActive) throw new SignInProblem('inactive');
      return { userId: known.id, needsPassword: false };
    }
    const email = typeof claims['email'] === 'string' ? normalEmail(claims['email']) : '';
    if (!isEmailAddress(email)) throw new SignInProblem('no-email');
    const isVerified = claims['email_verified'] === true || connection.trustsEmails;
    const isOurs = isVerified && (await isDomainOf(tx, connection.organizationId, domainOf(email)));
    const user = await findByEmail(tx, email);
    // Without a user, an id that no one has: the answer is the same, and connects no one.
    if (!isOurs) return { userId: user?.id ?? randomUUID(), needsPassword: true };
    if (user !== undefined && !user.isActive) throw new SignInProblem('inactive');
    if (user === undefined && !connection.createsUsers) throw new SignInProblem('no-account');
    const found = user ?? (await createOne(tx, connection, { email, name: nameOf(claims, email) }));
    await addIdentity(tx, parts, {
      connectionId: connection.id,
      issuer: connection.issuer,
      subject: claims.sub,
      user: found,
      organizationSlug: connection.organizationSlug,
    });
    return { userId: found.id, needsPassword: false };
  });
}

async function createOne(
  tx: Connection,
  { organizationSlug }: SsoConnection,
  given: { email: string; name: string },
) {
  const user = await createUser(tx, given);
  const person = { id: user.id, name: user.name };
  await recordChange(tx, {
    actor: person,
    action: 'sso.user-created',
    person,
    scope: organizationSlug,
    after: { name: user.name, email: user.email },
  });
  return user;
}

const MAX_NAME_LENGTH = 100;

/** The name at the provider, or the part of the address before the @. */
function nameOf({ name }: IDToken, email: string): string {
  const given = typeof name === 'string' ? name.replaceAll(/\p{Cc}/gu, ' ').trim() : '';
  return (given || email.slice(0, email.lastIndexOf('@'))).slice(0, MAX_NAME_LENGTH).trim();
}

const findByIdentity = (tx: Connection, { id, issuer }: SsoConnection, subject: string) =>
  tx
    .selectFrom('sso_identities')
    .innerJoin('users', 'users.id', 'sso_identities.user_id')
    .select(['users.id', 'users.is_active as isActive'])
    .where('connection_id', '=', id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

const findByEmail = (tx: Connection, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'is_active as isActive'])
    .where('email', '=', email)
    .executeTakeFirst();

async function isDomainOf(
  tx: Connection,
  organizationId: string,
  domain: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('sso_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}
