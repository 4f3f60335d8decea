import { limits } from '@repo/contract/limits';
import { sql } from 'kysely';
import { domainToASCII } from 'node:url';
import { constraintViolation } from '#platform/database/constraint-violation.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, limitReached, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { countAttempt } from '#platform/rate-limit/rate-limit-counter.ts';
import { createToken } from '#platform/secrets/token.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { requireBreakGlass } from '#modules/auth/break-glass.ts';
import { lockAdministrators } from '#modules/users/administrators.ts';
import { isEmailAddress } from '#modules/users/email-address.ts';
import type { SingleSignOnParts } from '../provider/single-sign-on-parts.ts';
import { endPasswordSessions } from './requirement.ts';
import { recordName, requireOrganization } from './read-single-sign-on.ts';

export const testsPerHour = {
  name: 'tests of single sign-on',
  attempts: limits.ssoTestsPerHour,
  windowSeconds: 3_600,
};

/**
 * Adds an email domain of an organization. It counts once it is verified.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, `LIMIT_REACHED`, or `CONFLICT` if the domain is there already
 */
export async function addDomain(
  { db }: Pick<SingleSignOnParts, 'db'>,
  actor: Actor,
  organizationId: string,
  typed: string,
): Promise<void> {
  const domain = normalDomain(typed);
  requireValid({
    domain: isEmailAddress(`a@${domain}`) ? undefined : 'Enter a domain such as company.com',
  });
  await db.transaction().execute(async (tx) => {
    const { slug } = await requireOrganization(tx, organizationId);
    // Two additions at once must not exceed the limit.
    await tx
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forNoKeyUpdate()
      .execute();
    const domains = await tx
      .selectFrom('sso_domains')
      .select('domain')
      .where('organization_id', '=', organizationId)
      .execute();
    if (domains.some((one) => one.domain === domain)) {
      throw new AppError('CONFLICT', `${domain} is there already.`);
    }
    if (domains.length >= limits.ssoDomains) {
      throw limitReached({
        message: `An organization can have ${limits.ssoDomains} domains. Remove one first.`,
        limit: limits.ssoDomains,
        current: domains.length,
      });
    }
    await tx
      .insertInto('sso_domains')
      .values({ organization_id: organizationId, domain, token: createToken() })
      .execute();
    await recordChange(tx, { actor, action: 'sso.domain-added', scope: slug, after: { domain } });
  });
}

/**
 * Looks for the TXT record of a domain.
 *
 * @throws AppError `NOT_FOUND`, `RATE_LIMITED`, or `CONFLICT` with what is missing
 */
export async function verifyDomain(
  { db, readTxt }: Pick<SingleSignOnParts, 'db' | 'readTxt'>,
  actor: Actor,
  organizationId: string,
  typed: string,
): Promise<void> {
  const domain = normalDomain(typed);
  const { slug } = await requireOrganization(db, organizationId);
  const { token } = await findDomain(db, organizationId, domain);
  await countAttempt(db, [{ limit: testsPerHour, of: actor.id ?? '' }], 'tests of single sign-on');
  const name = recordName(domain);
  const found = await readTxt(name);
  if (!found.some((text) => text.trim() === token)) {
    throw new AppError(
      'CONFLICT',
      found.length === 0
        ? `There is no TXT record at ${name} yet. New records can take an hour to be seen.`
        : `The TXT record at ${name} has another value.`,
    );
  }
  try {
    await db.transaction().execute(async (tx) => {
      await lockAdministrators(tx, actor);
      const verified = await tx
        .updateTable('sso_domains')
        .set({ verified_at: sql<Date>`now()` })
        .where('organization_id', '=', organizationId)
        .where('domain', '=', domain)
        .where('verified_at', 'is', null)
        .returning('domain')
        .executeTakeFirst();
      if (verified === undefined) return;
      const required = await tx
        .selectFrom('sso_connections')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('is_required', '=', true)
        .executeTakeFirst();
      if (required !== undefined) {
        await requireBreakGlass(tx, { domainsOf: organizationId });
        await endPasswordSessions(tx, organizationId);
      }
      await recordChange(tx, {
        actor,
        action: 'sso.domain-verified',
        scope: slug,
        after: { domain },
      });
    });
  } catch (cause) {
    if (constraintViolation(cause)?.kind !== 'unique') throw cause;
    throw new AppError('CONFLICT', `${domain} is verified for another organization.`, { cause });
  }
}

/**
 * Removes a domain of an organization. Users who are connected already stay so.
 *
 * @throws AppError `NOT_FOUND`
 */
export async function removeDomain(
  { db }: Pick<SingleSignOnParts, 'db'>,
  actor: Actor,
  organizationId: string,
  typed: string,
): Promise<void> {
  const domain = normalDomain(typed);
  await db.transaction().execute(async (tx) => {
    const { slug } = await requireOrganization(tx, organizationId);
    await findDomain(tx, organizationId, domain);
    await tx
      .deleteFrom('sso_domains')
      .where('organization_id', '=', organizationId)
      .where('domain', '=', domain)
      .execute();
    await recordChange(tx, {
      actor,
      action: 'sso.domain-removed',
      scope: slug,
      before: { domain },
    });
  });
}

const normalDomain = (typed: string): string =>
  domainToASCII(typed.trim().toLowerCase().replace(/^@/, ''));

async function findDomain(db: Connection, organizationId: string, domain: string) {
  const found = await db
    .selectFrom('sso_domains')
    .select('token')
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  if (found === undefined) throw notFound('Domain');
  return found;
}
