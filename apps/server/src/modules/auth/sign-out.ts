import type { Database } from '#platform/database/create-database.ts';
import { hashToken } from '#platform/secrets/token.ts';

/** Ends the session of a token, if there is one. */
export async function signOut(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}
