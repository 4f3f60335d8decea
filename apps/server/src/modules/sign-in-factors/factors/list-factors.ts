import type { EndpointResponse } from '@repo/contract/endpoints';
import type { SecondStep } from '@repo/contract/sign-in-factors';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { factorRequiredFrom } from '#modules/auth/second-factor-rule.ts';
import { listPasskeys } from '../passkeys/list-passkeys.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

/** A user's second factors, without their secrets. */
export async function listFactors(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { id: userId, sessionId, hasPassword }: Pick<SignedIn, 'id' | 'sessionId' | 'hasPassword'>,
): Promise<EndpointResponse<'GET /api/auth/factors'>> {
  const app = await db
    .selectFrom('authenticator_apps')
    .select(['added_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    authenticatorApp:
      app === undefined
        ? null
        : {
            addedAt: app.added_at.toISOString(),
            lastUsedAt: app.last_used_at?.toISOString() ?? null,
          },
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
    passkeys: await listPasskeys(db, userId, config),
    offersPasskeys: relyingPartyOf(config) !== undefined,
    hasPassword,
    company: (await stepsOf(db, userId)).length > 0 ? null : await companyOf(db, sessionId),
    requiredFrom: (await requiredFrom(db, userId))?.toISOString() ?? null,
  };
}

/** The company that opened a session, if its sign-in still works. */
async function companyOf(db: Connection, sessionId: string) {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('sso_connections', 'sso_connections.id', 'sso_connection_id')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['organizations.name', 'slug'])
    .where('sessions.id', '=', sessionId)
    // Removed by the user, it proves nothing.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sso_identities')
          .whereRef('sso_identities.user_id', '=', 'sessions.user_id')
          .whereRef('connection_id', '=', 'sso_connections.id'),
      ),
    )
    .where('is_enabled', '=', true)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

async function requiredFrom(db: Connection, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ from: Date | null }>`
    select ${factorRequiredFrom} as "from" from users person where id = ${userId}`.execute(db);
  return rows[0]?.from ?? null;
}

/**
 * Lists the ways in which a user can finish a sign-in. The list is empty without a second factor.
 */
export async function stepsOf(db: Connection, userId: string): Promise<SecondStep[]> {
  const has = (table: 'passkeys' | 'authenticator_apps' | 'recovery_codes') =>
    sql<boolean>`exists (select from ${sql.table(table)} where user_id = ${userId})`;
  const { rows } = await sql<Record<'passkey' | 'app' | 'recoveryCode', boolean>>`
    select ${has('passkeys')} as passkey, ${has('authenticator_apps')} as app,
      ${has('recovery_codes')} as "recoveryCode"`.execute(db);
  const [found] = rows;
  if (found === undefined || !(found.passkey || found.app)) return [];
  const steps: [boolean, SecondStep][] = [
    [found.passkey, 'passkey'],
    [found.app, 'code'],
    [found.recoveryCode, 'recovery-code'],
  ];
  return steps.flatMap(([isOpen, step]) => (isOpen ? [step] : []));
}
