import { limits } from '@repo/contract/limits';
import type { ProviderId } from '@repo/contract/providers';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';

/** Timeout of a user on the provider's pages; minutes. */
const stateMinutes = 10;

/** A started connection: who started it, and the secrets that are needed to complete it. */
export interface StartedConnection {
  state: string;
  codeVerifier: string;
}

/**
 * Stores that a user was redirected to a provider. The state identifies this, and is stored as a
 * hash. Of more than `limits.pendingConnections` of a user the oldest can no longer be completed.
 *
 * @param capturesText what the user chose; absent for a client that does not ask.
 */
export async function rememberConnection(
  db: Database,
  userId: string,
  provider: ProviderId,
  capturesText?: boolean,
): Promise<StartedConnection> {
  const begun = { state: createToken(), codeVerifier: createToken() };
  await db
    .insertInto('oauth_states')
    .values({
      state_hash: hashToken(begun.state),
      user_id: userId,
      provider,
      code_verifier: begun.codeVerifier,
      captures_text: capturesText ?? null,
      expires_at: sql<Date>`now() + make_interval(mins => ${stateMinutes})`,
    })
    .execute();
  await db
    .deleteFrom('oauth_states')
    .where('state_hash', 'in', (query) =>
      query
        .selectFrom('oauth_states')
        .select('state_hash')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .offset(limits.pendingConnections),
    )
    .execute();
  return begun;
}

/**
 * Consumes a state, whatever the outcome. Undefined when it is unknown, used, for another provider,
 * or was started by another user than `userId`, if given.
 */
export async function takeConnection(
  db: Database,
  { provider, state, userId }: { provider: ProviderId; state: string; userId?: string },
) {
  return db
    .deleteFrom('oauth_states')
    .where('state_hash', '=', hashToken(state))
    .where('provider', '=', provider)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .returning([
      'user_id as userId',
      'code_verifier as codeVerifier',
      'captures_text as capturesText',
    ])
    .returning(sql<boolean>`expires_at <= now()`.as('isExpired'))
    .executeTakeFirst();
}

export async function removeExpiredStates(db: Database): Promise<void> {
  await db
    .deleteFrom('oauth_states')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
