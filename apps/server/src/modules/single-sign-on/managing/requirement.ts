import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { requireBreakGlass } from '#modules/auth/break-glass.ts';
import { normalEmail } from '#modules/users/email-address.ts';
import { domainOf } from '../provider/connection.ts';

interface Requirement {
  organizationId: string;
  connectionId: string;
  isEnabled: boolean;
  /** Whether someone has signed in with the connection as it is now. */
  hasWorked: boolean;
  breakGlassEmail: string;
}

/**
 * Requires single sign-on for the verified domains of an organization, and ends the sessions of their users that
 * were opened otherwise.
 *
 * @throws AppError `CONFLICT` or `VALIDATION_FAILED`
 */
export async function requireSingleSignOn(
  tx: Connection,
  { organizationId, connectionId, isEnabled, hasWorked, breakGlassEmail }: Requirement,
): Promise<void> {
  if (!isEnabled) throw conflict('A connection that is switched off cannot be required.');
  if (!hasWorked) {
    throw conflict('Sign in with this connection once before you require it.');
  }
  const domains = await tx
    .selectFrom('sso_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where('verified_at', 'is not', null)
    .execute();
  if (domains.length === 0) throw conflict('Verify an email domain before you require it.');
  const email = normalEmail(breakGlassEmail);
  const isOurs = domains.some(({ domain }) => domain === domainOf(email));
  const admin = isOurs || !/^\P{Cc}+$/u.test(email) ? undefined : await findAdmin(tx, email);
  requireValid({
    breakGlassEmail: isOurs
      ? 'Enter an administrator with an address of another domain. A password for an address of yours would tell which ones exist'
      : admin === undefined
        ? 'Enter the email of an active administrator who has a password'
        : undefined,
  });
  if (admin === undefined) throw notFound('User');
  await tx
    .updateTable('sso_connections')
    .set({ is_required: true, break_glass_user_id: admin.id })
    .where('id', '=', connectionId)
    .execute();
  await requireBreakGlass(tx, { userId: admin.id });
  await requireBreakGlass(tx, { domainsOf: organizationId });
  await endPasswordSessions(tx, organizationId);
}

/** Ends the sessions of users of an organization's verified domains, unless its single sign-on opened them. */
export async function endPasswordSessions(tx: Connection, organizationId: string): Promise<void> {
  await sql`
    delete from sessions session using users
    where users.id = session.user_id and session.sso_connection_id is distinct from (
        select id from sso_connections where organization_id = ${organizationId})
      and substring(users.email from '@([^@]*)$') in (
        select domain from sso_domains
        where organization_id = ${organizationId} and verified_at is not null)`.execute(tx);
}

/**
 * Lets the users of an organization sign in by password again.
 *
 * @returns whether it was required.
 */
export async function stopRequiring(
  tx: Connection,
  actor: Actor,
  { id, slug }: { id: string; slug: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable('sso_connections')
    .set({ is_required: false, break_glass_user_id: null })
    .where('organization_id', '=', id)
    .where('is_required', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (changed === undefined) return false;
  await recordChange(tx, {
    actor,
    action: 'sso.connection-changed',
    scope: slug,
    before: { isRequired: true },
    after: { isRequired: false },
  });
  return true;
}

const findAdmin = (tx: Connection, email: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();

const conflict = (message: string) => new AppError('CONFLICT', message);
