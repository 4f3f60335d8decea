import { sql } from 'kysely';
import type { Database } from '../../platform/database/create-database.ts';
import type { Person } from '../../platform/http/route.ts';
import { hashToken } from '../../platform/secrets/token.ts';

/** A session ends when it was not used for so long. */
export const sessionDays = 30;
/** How old the mark of the last use may get before it is set anew; spares most requests a write. */
const lastUseMinutes = 60;

/**
 * The active person whose live session a token is, or undefined.
 *
 * The session is looked up by the token's hash: whoever could time the index would learn about the
 * hash, from which no token can be made.
 */
export async function authenticate(db: Database, token: string): Promise<Person | undefined> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as sessionId',
      'users.id',
      'users.name',
      'users.email',
      'users.is_admin as isAdmin',
      sql<boolean>`last_used_at < now() - make_interval(mins => ${lastUseMinutes})`.as('isStale'),
    ])
    .where('token_hash', '=', hashToken(token))
    .where('last_used_at', '>', sql<Date>`now() - make_interval(days => ${sessionDays})`)
    .where('is_active', '=', true)
    .executeTakeFirst();
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
