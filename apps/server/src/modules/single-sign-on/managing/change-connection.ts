import type { AuditedFields } from '#platform/database/schema/people.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError, notFound } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import type { Actor } from '#modules/audit/actor.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { lockAdministrators } from '#modules/users/administrators.ts';
import { secretContext } from '../provider/connection.ts';
import type { SingleSignOnParts } from '../provider/single-sign-on-parts.ts';
import { requireOrganization } from './read-single-sign-on.ts';
import { requireSingleSignOn, stopRequiring } from './requirement.ts';

export interface ConnectionSettings {
  issuer: string;
  clientId: string;
  /** Absent: the stored one stays. */
  clientSecret?: string | undefined;
  isEnabled: boolean;
  trustsEmails: boolean;
  createsUsers: boolean;
  isRequired: boolean;
  signsOutThere: boolean;
  /** The email of the administrator who still signs in by password. */
  breakGlassEmail?: string | undefined;
}

/**
 * Stores the connection of an organization. Another issuer or client needs its own secret, so that the stored one
 * is not sent to another provider. The sessions that the former one opened end.
 *
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, or `CONFLICT` for one that cannot be required yet
 */
export async function changeConnection(
  { db, secretBox }: Pick<SingleSignOnParts, 'db' | 'secretBox'>,
  actor: Actor,
  organizationId: string,
  given: ConnectionSettings,
): Promise<void> {
  const issuer = given.issuer.trim();
  const clientId = given.clientId.trim();
  const clientSecret = given.clientSecret?.trim() ?? '';
  await db.transaction().execute(async (tx) => {
    if (given.isRequired) await lockAdministrators(tx, actor);
    const { slug } = await requireOrganization(tx, organizationId);
    const before = await lockConnection(tx, organizationId);
    const isSame = before?.issuer === issuer && before.client_id === clientId;
    requireValid({
      issuer: issuerProblem(issuer),
      clientId: textProblem(clientId, 'Client ID'),
      clientSecret: secretProblem(clientSecret, isSame),
    });
    const stored = {
      issuer,
      client_id: clientId,
      is_enabled: given.isEnabled,
      trusts_emails: given.trustsEmails,
      creates_users: given.createsUsers,
      signs_out_there: given.signsOutThere,
      ...(clientSecret !== '' && seal(secretBox, clientSecret, organizationId)),
      // What worked was another connection.
      ...(!isSame && { worked_at: null, problem: null, problem_at: null }),
    };
    const { isRequired } = given;
    if (before === undefined && isRequired) {
      throw conflict('Sign in with this connection once before you require it.');
    }
    if (before === undefined) {
      const { secret, secret_key_id } = seal(secretBox, clientSecret, organizationId);
      await tx
        .insertInto('sso_connections')
        .values({ organization_id: organizationId, ...stored, secret, secret_key_id })
        .execute();
    } else {
      await tx.updateTable('sso_connections').set(stored).where('id', '=', before.id).execute();
      if (!given.isEnabled || !isSame) await endSessions(tx, before.id);
      if (isRequired) {
        await requireSingleSignOn(tx, {
          organizationId,
          connectionId: before.id,
          isEnabled: given.isEnabled,
          hasWorked: isSame && before.worked_at !== null,
          breakGlassEmail: given.breakGlassEmail ?? before.break_glass_email ?? '',
        });
      } else await stopRequiring(tx, actor, { id: organizationId, slug });
    }
    await recordChange(tx, {
      actor,
      action: 'sso.connection-changed',
      scope: slug,
      ...(before && { before: audited(before) }),
      after: {
        ...audited({ ...stored, is_required: isRequired }),
        ...(clientSecret !== '' && { secret: 'changed' }),
      },
    });
  });
}

const seal = (
  secretBox: SingleSignOnParts['secretBox'],
  secret: string,
  organizationId: string,
) => {
  const { bytes, keyId } = secretBox.seal(secret, secretContext(organizationId));
  return { secret: bytes, secret_key_id: keyId };
};

const audited = (of: {
  issuer: string;
  client_id: string;
  is_enabled: boolean;
  trusts_emails: boolean;
  creates_users: boolean;
  is_required: boolean;
  signs_out_there: boolean;
}): AuditedFields => ({
  issuer: of.issuer,
  clientId: of.client_id,
  isEnabled: of.is_enabled,
  trustsEmails: of.trusts_emails,
  createsUsers: of.creates_users,
  isRequired: of.is_required,
  signsOutThere: of.signs_out_there,
});

const lockConnection = (tx: Connection, organizationId: string) =>
  tx
    .selectFrom('sso_connections')
    .select([
      'id',
      'issuer',
      'client_id',
      'is_enabled',
      'trusts_emails',
      'creates_users',
      'is_required',
      'signs_out_there',
      'worked_at',
      (one) =>
        one
          .selectFrom('users')
          .select('email')
          .whereRef('users.id', '=', 'break_glass_user_id')
          .as('break_glass_email'),
    ])
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();

function endSessions(tx: Connection, connectionId: string) {
  return tx.deleteFrom('sessions').where('sso_connection_id', '=', connectionId).execute();
}

/**
 * Removes the connection of an organization; the sessions that it opened end with it.
 *
 * @throws AppError `NOT_FOUND`
 */
export async function removeConnection(
  { db }: Pick<SingleSignOnParts, 'db'>,
  actor: Actor,
  organizationId: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { slug } = await requireOrganization(tx, organizationId);
    const before = await lockConnection(tx, organizationId);
    if (before === undefined) throw notFound('Single sign-on');
    await tx.deleteFrom('sso_connections').where('id', '=', before.id).execute();
    await recordChange(tx, {
      actor,
      action: 'sso.connection-removed',
      scope: slug,
      before: audited(before),
    });
  });
}

function issuerProblem(issuer: string): string | undefined {
  if (issuer === '') return 'Issuer is required';
  if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol)) {
    return 'Enter the address of the issuer, which begins with https://';
  }
  const { username, password, search, hash, hostname, pathname } = new URL(issuer);
  if (username || password || search || hash) {
    return 'The address of an issuer has no user name, no question mark and no #';
  }
  if (pathname.includes('/.well-known/')) return 'Enter the address without /.well-known/…';
  if (
    hostname === 'login.microsoftonline.com' &&
    /^\/(common|organizations|consumers)\b/.test(pathname)
  ) {
    return 'Enter the issuer with the id of your tenant. With “common”, users of every company could sign in';
  }
  return /^\P{Cc}+$/u.test(issuer) ? undefined : 'Enter one line of text';
}

function textProblem(text: string, what: string): string | undefined {
  if (text === '') return `${what} is required`;
  return /^\P{Cc}+$/u.test(text) ? undefined : 'Enter one line of text';
}

function secretProblem(secret: string, isSame: boolean): string | undefined {
  if (secret !== '') return textProblem(secret, 'Client secret');
  return isSame
    ? undefined
    : 'Client secret is required: the stored one is not sent to another provider or client';
}

const conflict = (message: string): AppError => new AppError('CONFLICT', message);
