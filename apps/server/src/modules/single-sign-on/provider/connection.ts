import type { Connection } from '#platform/database/create-database.ts';
import type { SecretBox } from '#platform/secrets/secret-box.ts';
import type { ProviderClient } from './discover.ts';

/** A connection that people can sign in with. */
export interface SsoConnection extends ProviderClient {
  id: string;
  organizationId: string;
  organizationSlug: string;
  trustsEmails: boolean;
  createsUsers: boolean;
}

/** The context of the client secret: that of one organization does not open as that of another. */
export const secretContext = (organizationId: string): string => `sso connection ${organizationId}`;

/** By the organization, an email domain that it has verified, or its slug. */
type Sought = { organizationId: string } | { domain: string } | { slug: string };

/** Finds the connection of an organization that is not archived, unless it is switched off. */
export async function findConnection(
  db: Connection,
  secretBox: SecretBox,
  sought: Sought,
): Promise<SsoConnection | undefined> {
  const row = await db
    .selectFrom('sso_connections')
    .innerJoin('organizations', 'organizations.id', 'sso_connections.organization_id')
    .select([
      'sso_connections.id',
      'organization_id as organizationId',
      'organizations.slug as organizationSlug',
      'issuer',
      'client_id as clientId',
      'secret',
      'secret_key_id',
      'trusts_emails as trustsEmails',
      'creates_users as createsUsers',
    ])
    .where('is_enabled', '=', true)
    .where('archived_at', 'is', null)
    .where((where) => {
      if ('organizationId' in sought) return where('organization_id', '=', sought.organizationId);
      if ('slug' in sought) return where('organizations.slug', '=', sought.slug);
      return where(
        'organization_id',
        'in',
        where
          .selectFrom('sso_domains')
          .select('sso_domains.organization_id')
          .where('domain', '=', sought.domain)
          .where('verified_at', 'is not', null),
      );
    })
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { secret, secret_key_id, ...connection } = row;
  const sealed = { keyId: secret_key_id, bytes: secret };
  const clientSecret = String(secretBox.open(sealed, secretContext(row.organizationId)));
  return { ...connection, clientSecret };
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
