import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { AppError } from '#platform/http/app-error.ts';
import { needsSingleSignOn } from '../needs-single-sign-on.ts';

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
