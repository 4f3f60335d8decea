import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { needsSingleSignOn } from './needs-single-sign-on.ts';

/** The administrator themselves, or all whom the verified domains of an organization concern. */
type Concerned = { userId: string } | { domainsOf: string };

/**
 * Refuses a change after which an organization that requires single sign-on has no way back in: the administrator who
 * signs in by password there would be none, not active, without a password, or have to use single sign-on too. Called
 * after the change, in its transaction and under `lockAdministrators`.
 *
 * @throws AppError `CONFLICT`
 */
export async function requireBreakGlass(tx: Connection, concerned: Concerned): Promise<void> {
  const isConcerned =
    'userId' in concerned
      ? sql`holder.id = ${concerned.userId}`
      : sql`substring(holder.email from '@([^@]*)$') in (
          select domain from sso_domains
          where organization_id = ${concerned.domainsOf} and verified_at is not null)`;
  const { rows } = await sql<{ organization: string; holder: string }>`
    select company.name as organization, coalesce(nullif(holder.name, ''), holder.email) as holder
    from sso_connections sign_on
    join organizations company on company.id = sign_on.organization_id and company.archived_at is null
    join users holder on holder.id = sign_on.break_glass_user_id
    where sign_on.is_required and sign_on.is_enabled and ${isConcerned}
      and (not holder.is_active or not holder.is_admin or holder.password_hash is null
        or ${needsSingleSignOn(sql<string>`holder.email`)})
    limit 1`.execute(tx);
  const [lost] = rows;
  if (lost === undefined) return;
  throw new AppError(
    'CONFLICT',
    `Single sign-on is required in ${lost.organization}, and ${lost.holder} is the administrator who can still sign in by password if it does not work. Choose another administrator for that first.`,
  );
}

/** Whether a user is the administrator who keeps a password while an organization requires single sign-on. */
export async function isBreakGlass(db: Connection, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sso_connections')
    .select('id')
    .where('break_glass_user_id', '=', userId)
    .where('is_required', '=', true)
    .executeTakeFirst();
  return found !== undefined;
}
