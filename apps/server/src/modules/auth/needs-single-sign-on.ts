import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Whether the company of an address requires single sign-on, by another connection than the given one. It is decided
 * by the domain alone, so that the answer is the same whether or not anyone has the address.
 */
export const needsSingleSignOn = (
  email: Expression<string> | RawBuilder<unknown>,
  signedInBy: string | RawBuilder<unknown> | null = null,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from sso_domains domain
  join sso_connections connection using (organization_id)
  join organizations organization on organization.id = domain.organization_id
  where domain.domain = substring(${email} from '@([^@]*)$') and domain.verified_at is not null
    and connection.id is distinct from ${signedInBy}::uuid
    and connection.is_required and connection.is_enabled and organization.archived_at is null)`;
