import { sql } from 'kysely';
import { limits } from '@repo/contract/limits';
import type { ProviderId } from '@repo/contract/providers';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';
import { deactivated } from './require-active.ts';
import type { Provider } from '../provider.ts';
import type { Credentials } from '../provider/connect-methods.ts';
import type { ChosenGrant } from './store-grant.ts';
import { revokeUnlessNeeded } from './revoke-unless-needed.ts';

/** Timeout for the confirmation of a grant by the user who started the connection; minutes. */
const PENDING_MINUTES = 10;
/** Expired grants removed in one run; each may wait some seconds for the provider. */
const MAX_REMOVED_AT_ONCE = 50;

/**
 * The encryption context of a pending grant's credentials; they cannot be decrypted with another.
 */
export const pendingGrantContext = (confirmHash: Buffer): string =>
  `pending grant ${confirmHash.toString('hex')}`;

/**
 * Stores a provider's grant until it is confirmed. It is not an integration yet: nothing uses its
 * credentials. Above `limits.pendingConnections` of a user, the oldest expire at once, so that they
 * are discarded like other unconfirmed grants.
 *
 * @returns the one-time value that confirms it, which is stored hashed.
 * @throws AppError `CONFLICT` for a user who is deactivated
 */
export async function storePendingGrant(
  { db, secretBox }: Context,
  provider: ProviderId,
  userId: string,
  { credentials, source, capturesText }: ChosenGrant,
): Promise<string> {
  const confirm = createToken();
  const confirmHash = hashToken(confirm);
  const { bytes, keyId } = secretBox.seal(credentials, pendingGrantContext(confirmHash));
  // The lock makes it wait for who hands the user over at the same time, and deletes what they are connecting.
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pending_grants')
    .columns([
      'user_id',
      'confirm_hash',
      'provider',
      'source',
      'credentials',
      'credentials_key_id',
      'expires_at',
      'captures_text',
    ])
    .expression((insert) =>
      insert
        .selectFrom('users')
        .select([
          'id',
          sql.val(confirmHash).as('confirm_hash'),
          sql<string>`${provider}::text`.as('provider'),
          sql<string>`${source}::text`.as('source'),
          sql.val(bytes).as('credentials'),
          sql<string>`${keyId}::text`.as('credentials_key_id'),
          sql<Date>`now() + make_interval(mins => ${PENDING_MINUTES})`.as('expires_at'),
          sql<boolean | null>`${capturesText}::boolean`.as('captures_text'),
        ])
        .where('id', '=', userId)
        .where('is_active', '=', true)
        .forShare(),
    )
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw deactivated();
  await db
    .updateTable('pending_grants')
    .set({ expires_at: sql<Date>`now()` })
    .where('expires_at', '>', sql<Date>`now()`)
    .where('confirm_hash', 'in', (query) =>
      query
        .selectFrom('pending_grants')
        .select('confirm_hash')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .offset(limits.pendingConnections),
    )
    .execute();
  return confirm;
}

/** A grant that was deleted from the table; the caller stores or discards it. */
export interface PendingGrant {
  /** The user who began the connection. */
  userId: string;
  provider: string;
  source: string;
  isExpired: boolean;
  capturesText: boolean | null;
  /** @throws Error when its encryption key is missing. */
  open: () => Credentials;
}

/** Consumes the value that confirms a grant, whatever the outcome. Undefined: unknown or used. */
export async function takePendingGrant(
  tx: Connection,
  { secretBox }: Pick<Context, 'secretBox'>,
  confirm: string,
): Promise<PendingGrant | undefined> {
  const row = await tx
    .deleteFrom('pending_grants')
    .where('confirm_hash', '=', hashToken(confirm))
    .returningAll()
    .returning(sql<boolean>`expires_at <= now()`.as('isExpired'))
    .executeTakeFirst();
  return row && toPendingGrant(secretBox, row);
}

/** Deletes the grants that were not confirmed in time and revokes them at their providers. */
export async function removeExpiredGrants(
  context: Context,
  providers: readonly Provider[],
): Promise<void> {
  const expired = await context.db
    .deleteFrom('pending_grants')
    .where('confirm_hash', 'in', (query) =>
      query
        .selectFrom('pending_grants')
        .select('confirm_hash')
        .where('expires_at', '<=', sql<Date>`now()`)
        .orderBy('expires_at')
        .limit(MAX_REMOVED_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  for (const row of expired) {
    const grant = toPendingGrant(context.secretBox, { ...row, isExpired: true });
    await revokeUnlessNeeded(context, providers, grant);
  }
}

interface Row {
  confirm_hash: Buffer;
  user_id: string;
  provider: string;
  source: string;
  credentials: Buffer;
  credentials_key_id: string;
  captures_text: boolean | null;
  isExpired: boolean;
}

function toPendingGrant(secretBox: Context['secretBox'], row: Row): PendingGrant {
  const { user_id: userId, provider, source, isExpired } = row;
  const sealed = { bytes: row.credentials, keyId: row.credentials_key_id };
  return {
    userId,
    provider,
    source,
    isExpired,
    capturesText: row.captures_text,
    open: () => secretBox.open(sealed, pendingGrantContext(row.confirm_hash)) as Credentials,
  };
}
