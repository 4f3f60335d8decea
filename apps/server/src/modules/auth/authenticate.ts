import { limits } from '@repo/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { prepare } from '#platform/database/prepared-query.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { hasFactor, lacksFactor } from './second-factor-rule.ts';

/** A session ends after this many days without use. */
export const sessionDays = 30;
/** The stored time of the last use may be this outdated; most requests then need no write. */
const lastUseMinutes = 60;

/**
 * Returns the active user of a live session by its token, or undefined.
 *
 * The session is looked up by the token's hash: timing the index lookup would reveal only parts of the hash,
 * which lead to no token.
 */
export async function authenticate(db: Database, token: string): Promise<SignedIn | undefined> {
  const [session] = await findSession(db, { tokenHash: hashToken(token) });
  if (session === undefined) return undefined;
  const { isStale, ...person } = session;
  if (isStale) {
    await db
      .updateTable('sessions')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', person.sessionId)
      .execute();
  }
  return person;
}

const findSession = prepare<{ tokenHash: Buffer }, SignedIn & { isStale: boolean }>(
  (given) => sql`
    select session.id as "sessionId", person.id, person.name, person.email,
      person.is_admin as "isAdmin",
      proven_at > now() - make_interval(mins => ${sql.lit(limits.freshProofMinutes)}) as "isProven",
      ${hasFactor} as "hasFactor", ${lacksFactor} as "lacksFactor",
      password_hash is not null as "hasPassword",
      last_used_at < now() - make_interval(mins => ${sql.lit(lastUseMinutes)}) as "isStale"
    from sessions session
    join users person on person.id = session.user_id and person.is_active
    where token_hash = ${given('tokenHash')}
      and last_used_at > now() - make_interval(days => ${sql.lit(sessionDays)})`,
);

/**
 * For queries that serve a request by themselves: the `user_id` of the active user of a session, unless
 * something about the session has to be written or the user lacks a required second factor. `authenticate` handles
 * any other token.
 */
export const sessionInUse = (tokenHash: RawBuilder<Buffer>): RawBuilder<unknown> => sql`(
  select session.user_id
  from sessions session
  join users person on person.id = session.user_id and person.is_active and not ${lacksFactor}
  where token_hash = ${tokenHash}
    and last_used_at >= now() - make_interval(mins => ${sql.lit(lastUseMinutes)}))`;
