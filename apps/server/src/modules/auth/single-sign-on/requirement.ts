import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';

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

/** @throws AppError `SINGLE_SIGN_ON_REQUIRED` */
export async function refuseRequiredDomain(db: Connection, email: string): Promise<void> {
  // A text that PostgreSQL cannot compare has no domain.
  if (!/^\P{Cc}*$/u.test(email)) return;
  const { rows } = await sql<{ isRequired: boolean }>`
    select ${needsSingleSignOn(sql<string>`${email}::text`)} as "isRequired"`.execute(db);
  if (rows[0]?.isRequired !== true) return;
  throw new AppError(
    'SINGLE_SIGN_ON_REQUIRED',
    'Your company requires single sign-on. Choose “Sign in with your company”.',
  );
}

/** The organizations whose way back in a user is while single sign-on is required there. */
export const findRequiring = (db: Connection, userId: string) =>
  db
    .selectFrom('sso_connections')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['slug', 'organizations.name'])
    .where('break_glass_user_id', '=', userId)
    .where('is_required', '=', true)
    .orderBy('slug')
    .execute();
