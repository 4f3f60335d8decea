import { limits } from '@repo/contract/limits';
import type { Passkey } from '@repo/contract/passkeys';
import type { Connection } from '#platform/database/create-database.ts';
import type { Config } from '#src/config.ts';
import { relyingPartyOf } from './relying-party.ts';

/** A user's passkeys, the oldest first. */
export async function listPasskeys(
  db: Connection,
  userId: string,
  config: Pick<Config, 'webUrl' | 'productName'>,
): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'added_at', 'last_used_at', 'verifies_user', 'rp_id'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('id')
    .limit(limits.passkeysPerUser)
    .execute();
  const here = relyingPartyOf(config)?.id;
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    addedAt: row.added_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    signsInAlone: row.verifies_user,
    isUsable: row.rp_id === here,
  }));
}

/** The credentials of a user at one site, in the form that browsers expect. */
export async function credentialsOf(db: Connection, userId: string, rpId: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('rp_id', '=', rpId)
    .orderBy('added_at')
    .limit(limits.passkeysPerUser)
    .execute();
  return rows.map((row) => ({
    id: row.credential_id.toString('base64url'),
    type: 'public-key' as const,
    transports: row.transports,
  }));
}
