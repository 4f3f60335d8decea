import type { Connection } from '#platform/database/create-database.ts';
import type { HandOver } from './hand-over.ts';

/** The user of a hand-over, if the account is still connected and the connection still in use. */
export async function findLinked(
  db: Connection,
  { connectionId, issuer, subject, userId }: HandOver,
) {
  return db
    .updateTable('sso_identities')
    .from('users')
    .from('sso_connections')
    .from('organizations')
    .set({ last_used_at: new Date() })
    .whereRef('users.id', '=', 'sso_identities.user_id')
    .whereRef('sso_connections.id', '=', 'sso_identities.connection_id')
    .whereRef('organizations.id', '=', 'sso_connections.organization_id')
    .where('is_enabled', '=', true)
    .where('archived_at', 'is', null)
    .where('connection_id', '=', connectionId)
    .where('sso_identities.issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .returning(['users.id', 'users.password_hash'])
    .executeTakeFirst();
}
