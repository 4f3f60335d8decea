import type { SingleSignOn } from '@repo/contract/single-sign-on';
import { limits } from '@repo/contract/limits';
import type { Config } from '#src/config.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { notFound } from '#platform/http/app-error.ts';
import {
  afterSignOutAddress,
  logoutAddress,
  redirectAddress,
  signInAddress,
} from '../provider/addresses.ts';

/**
 * The single sign-on of an organization, for administrators. The client secret is not in it.
 *
 * @throws AppError `NOT_FOUND`
 */
export async function readSingleSignOn(
  config: Config,
  db: Connection,
  organizationId: string,
): Promise<SingleSignOn> {
  const organization = await requireOrganization(db, organizationId);
  const domains = await db
    .selectFrom('sso_domains')
    .select(['domain', 'token', 'verified_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('domain')
    .limit(limits.ssoDomains)
    .execute();
  return {
    organization,
    redirectAddress: redirectAddress(config, organizationId),
    afterSignOutAddress: afterSignOutAddress(config),
    logoutAddress: logoutAddress(config, organizationId),
    signInAddress: signInAddress(config, organization.slug),
    connection: await readConnection(db, organizationId),
    domains: domains.map(({ domain, token, verified_at }) => ({
      domain,
      record: { name: recordName(domain), value: token },
      verifiedAt: verified_at?.toISOString() ?? null,
    })),
  };
}

/** A name of its own, since the domain itself has many other records. */
export const recordName = (domain: string): string => `_sign-in-verification.${domain}`;

/** @throws AppError `NOT_FOUND` */
export async function requireOrganization(db: Connection, id: string) {
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'name', 'slug'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (organization === undefined) throw notFound('Organization');
  return organization;
}

async function readConnection(
  db: Connection,
  organizationId: string,
): Promise<SingleSignOn['connection']> {
  const row = await db
    .selectFrom('sso_connections')
    .leftJoin('users', 'users.id', 'break_glass_user_id')
    .select([
      'issuer',
      'client_id as clientId',
      'is_enabled as isEnabled',
      'trusts_emails as trustsEmails',
      'creates_users as createsUsers',
      'is_required as isRequired',
      'signs_out_there as signsOutThere',
      'worked_at',
      'problem',
      'problem_at',
      'users.id as userId',
      'users.name as userName',
      'users.email as userEmail',
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { worked_at, problem, problem_at, userId, userName, userEmail, ...connection } = row;
  return {
    ...connection,
    breakGlass:
      userId === null ? null : { id: userId, name: userName ?? '', email: userEmail ?? '' },
    workedAt: worked_at?.toISOString() ?? null,
    problem:
      problem === null || problem_at === null
        ? null
        : { message: problem, at: problem_at.toISOString() },
  };
}
