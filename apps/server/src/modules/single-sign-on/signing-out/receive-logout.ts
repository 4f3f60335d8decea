import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { isExhausted, recordAttempt, tooMany } from '#platform/rate-limit/rate-limit-counter.ts';
import { recordChange } from '#modules/audit/record-change.ts';
import { CLOCK_TOLERANCE_SECONDS, type NamedProvider } from '../provider/discover.ts';
import type { SingleSignOnParts } from '../provider/single-sign-on-parts.ts';
import { noteEnded } from './ended-at-provider.ts';
import {
  checkLogoutToken,
  type LoggedOut,
  LogoutRefusedError,
  MAX_LOGOUT_AGE_SECONDS,
  verifyLogoutToken,
} from './logout-token.ts';

interface Logout {
  organizationId: string;
  token: string;
  /** The address of the request. */
  from: string;
}

/**
 * Logouts with a wrong signature. Each can make the server ask the provider for new keys, so one network can do that
 * so often. What a provider itself sends does not count.
 */
const forgedPerNetwork = {
  name: 'forged logouts of providers',
  attempts: 20,
  windowSeconds: 15 * 60,
};
const usedTokens = {
  name: 'used logout tokens',
  attempts: 1,
  windowSeconds: MAX_LOGOUT_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS,
};

/**
 * Ends the sessions of a user who has signed out at the provider of an organization. Any failure has the same answer,
 * which does not tell whether there is such an organization, connection or session; the log has the reason.
 *
 * @throws AppError `VALIDATION_FAILED`, or `RATE_LIMITED`
 */
export async function receiveLogout(
  parts: SingleSignOnParts,
  { organizationId, token, from }: Logout,
): Promise<void> {
  const { db, log, providers } = parts;
  try {
    const connection = await findForLogout(db, organizationId);
    if (connection === undefined) throw new LogoutRefusedError('No connection has this address.');
    const loggedOut = checkLogoutToken(token, connection);
    const counted = { limit: forgedPerNetwork, of: from };
    if (await isExhausted(db, counted)) throw tooMany('logouts', forgedPerNetwork.windowSeconds);
    const issuer = await verifyLogoutToken(providers, connection, token).catch(async (error) => {
      if (error instanceof LogoutRefusedError) await recordAttempt(db, counted);
      throw error;
    });
    const ended = await endSessions(parts, { ...connection, issuer }, loggedOut);
    log.info({ organizationId, ended, from }, 'a provider ended sessions');
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') throw error;
    log.warn({ err: error, organizationId, from }, 'a logout of a provider was refused');
    throw new AppError('VALIDATION_FAILED', 'The logout token was refused.', { cause: error });
  }
}

interface LogoutConnection extends NamedProvider {
  id: string;
  organizationName: string;
  organizationSlug: string;
}

/** Also that of an archived organization: its sessions go on, so they can end. */
const findForLogout = (
  db: Connection,
  organizationId: string,
): Promise<LogoutConnection | undefined> =>
  db
    .selectFrom('sso_connections')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select([
      'sso_connections.id',
      'issuer',
      'client_id as clientId',
      'organizations.name as organizationName',
      'slug as organizationSlug',
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** @returns how many sessions ended. */
async function endSessions(
  { db }: Pick<SingleSignOnParts, 'db'>,
  connection: LogoutConnection,
  { jti, sid, subject }: LoggedOut,
): Promise<number> {
  // Before the sessions end, so that one that begins meanwhile sees it.
  if (sid !== undefined) await noteEnded(db, connection.id, sid);
  return db.transaction().execute(async (tx) => {
    const of = `${connection.id} ${jti}`;
    const { attempts } = await recordAttempt(tx, { limit: usedTokens, of });
    if (attempts > 1) throw new LogoutRefusedError('The logout token was used.');
    const { rows } = await sql<{ id: string; name: string }>`
      delete from sessions session using users person
      where person.id = session.user_id and sso_connection_id = ${connection.id}
        and (${isOf(connection, { sid, subject })})
      returning person.id, coalesce(nullif(person.name, ''), person.email) as name`.execute(tx);
    const persons = new Map(rows.map((person) => [person.id, person]));
    for (const person of persons.values()) {
      await recordChange(tx, {
        actor: { id: null, name: `Identity provider of ${connection.organizationName}` },
        action: 'sso.logged-out',
        person,
        scope: connection.organizationSlug,
        after: { sessions: rows.filter(({ id }) => id === person.id).length },
      });
    }
    return rows.length;
  });
}

/** A session whose provider did not name it can be the one that has ended, if it is the user's. */
function isOf(
  { id, issuer }: LogoutConnection,
  { sid, subject = '' }: { sid: string | undefined; subject: string | undefined },
) {
  const isSubjects = sql`session.user_id in (
    select user_id from sso_identities identity
    where identity.connection_id = ${id} and identity.issuer = ${issuer} and subject = ${subject})`;
  return sid === undefined
    ? isSubjects
    : sql`sso_sid = ${sid} or (sso_sid is null and ${isSubjects})`;
}
