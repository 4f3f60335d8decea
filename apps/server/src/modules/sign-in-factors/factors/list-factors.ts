import type { EndpointResponse } from '@repo/contract/endpoints';
import type { SecondStep } from '@repo/contract/sign-in-factors';
import type { Connection } from '#platform/database/create-database.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

/** A user's second factors, without their secrets. */
export async function listFactors(
  db: Connection,
  userId: string,
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
  };
}

/**
 * Lists the ways in which a user can finish a sign-in. The list is empty without a second factor.
 */
export async function stepsOf(db: Connection, userId: string): Promise<SecondStep[]> {
  const app = await db
    .selectFrom('authenticator_apps')
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('recovery_codes')
            .select('code_hash')
            .whereRef('recovery_codes.user_id', '=', 'authenticator_apps.user_id'),
        )
        .as('hasCodes'),
    )
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (app === undefined) return [];
  return app.hasCodes ? ['code', 'recovery-code'] : ['code'];
}
