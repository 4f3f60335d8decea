import type { Database } from '#platform/database/create-database.ts';
import { hashToken } from '#platform/secrets/token.ts';

export interface EndedSession {
  userId: string;
  /** The single sign-on that had opened it, and the session at its provider. */
  ssoConnectionId: string | null;
  ssoSid: string | null;
}

/** Ends the session of a token, if there is one. */
export const signOut = (db: Database, token: string): Promise<EndedSession | undefined> =>
  db
    .deleteFrom('sessions')
    .where('token_hash', '=', hashToken(token))
    .returning(['user_id as userId', 'sso_connection_id as ssoConnectionId', 'sso_sid as ssoSid'])
    .executeTakeFirst();
