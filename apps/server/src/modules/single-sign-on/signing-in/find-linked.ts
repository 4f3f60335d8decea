import type { Connection } from '#platform/database/create-database.ts';
import type { HandOver } from './hand-over.ts';

type Link = Pick<HandOver, 'connectionId' | 'issuer' | 'subject' | 'userId'>;

/** The user of a hand-over, if the account is still connected and the connection still in use. */
export const findLinked = (db: Connection, { connectionId, issuer, subject, userId }: Link) =>
  db
    .selectFrom('sso_identities')
    .innerJoin('users', 'users.id', 'sso_identities.user_id')
    .innerJoin('sso_connections', 'sso_connections.id', 'sso_identities.connection_id')
    .innerJoin('organizations', 'organizations.id', 'sso_connections.organization_id')
    .select(['users.id', 'users.password_hash'])
    .where('is_enabled', '=', true)
    .where('archived_at', 'is', null)
    .where('connection_id', '=', connectionId)
    .where('sso_identities.issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/**
 * Notes that an account at a provider was used, and finds its user as `findLinked` does. Two statements, since a
 * cluster updates no local table by a join with a reference table.
 */
export async function takeLinked(db: Connection, link: Link) {
  const user = await findLinked(db, link);
  if (user === undefined) return undefined;
  const { numUpdatedRows } = await db
    .updateTable('sso_identities')
    .set({ last_used_at: new Date() })
    .where('connection_id', '=', link.connectionId)
    .where('issuer', '=', link.issuer)
    .where('subject', '=', link.subject)
    .where('user_id', '=', link.userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? user : undefined;
}
