import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';

/**
 * Disconnects a user from the providers whose organizations have not verified the domain of their address: the password
 * connected them, and someone else may have known it. The others would connect them again at the next sign-in.
 */
export async function endOwnLinks(tx: Connection, userId: string): Promise<void> {
  await sql`
    delete from sso_identities identity using sso_connections connection, users person
    where identity.user_id = ${userId} and connection.id = identity.connection_id
      and person.id = identity.user_id
      and not exists (
        select from sso_domains domain
        where domain.organization_id = connection.organization_id and domain.verified_at is not null
          and domain.domain = substring(person.email from '@([^@]*)$'))`.execute(tx);
}
