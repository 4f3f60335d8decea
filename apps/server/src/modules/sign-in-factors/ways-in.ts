import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { needsSingleSignOn } from '../auth/needs-single-sign-on.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';

/**
 * Whether a user can sign in without a company: by a password, or by a passkey of this site that needs none. Neither
 * counts while a company requires its sign-in for the user's address.
 */
export async function hasOwnWayIn(
  { config }: Pick<Context, 'config'>,
  db: Connection,
  userId: string,
): Promise<boolean> {
  const here = relyingPartyOf(config)?.id ?? null;
  const { rows } = await sql<{ hasOne: boolean }>`
    select not ${needsSingleSignOn(sql`person.email`)} and (
      person.password_hash is not null or exists (
        select from passkeys passkey
        where passkey.user_id = person.id and passkey.verifies_user and passkey.rp_id = ${here}
      )) as "hasOne"
    from users person where person.id = ${userId}`.execute(db);
  return rows[0]?.hasOne === true;
}

/** Whether a company that uses its connection signs a user in. */
export async function hasCompanyWayIn(db: Connection, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sso_identities identity
    join sso_connections connection on connection.id = identity.connection_id
    join organizations company on company.id = connection.organization_id
    join users person on person.id = identity.user_id
    where identity.user_id = ${userId} and connection.is_enabled and company.archived_at is null
      and not ${needsSingleSignOn(sql`person.email`, sql`connection.id`)}
    limit 1`.execute(db);
  return rows.length > 0;
}
