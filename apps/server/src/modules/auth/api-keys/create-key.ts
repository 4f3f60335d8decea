import type { ApiKey } from '@repo/contract/api-keys';
import { limits } from '@repo/contract/limits';
import { nameProblem } from '@repo/contract/name';
import type { Scope } from '@repo/contract/scopes';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Connection } from '#platform/database/create-database.ts';
import type { SignedIn } from '#platform/http/admit-request.ts';
import { AppError, limitReached } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { createApiKey, startOfKey } from '#platform/secrets/api-key.ts';
import { hashToken } from '#platform/secrets/token.ts';
import { recordChange } from '../../audit/record-change.ts';
import { confirmUser, missingPassword } from '../confirm-password.ts';
import { endOfKey, keyWorks, shownColumns, toApiKey } from './list-keys.ts';
import { sendKeyCreatedJob } from './send-key-created.job.ts';

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  expiresInDays: number;
  currentPassword: string;
  /** The address of the request. */
  from: string;
}

const perDay = { name: 'new API keys', attempts: limits.apiKeysPerDay, windowSeconds: 86_400 };

/**
 * Creates a key of the signed-in user, who confirms it with their password, or by having signed in lately: a stolen
 * session then leaves no key behind.
 *
 * @returns the key itself, which is not stored, with its public fields.
 * @throws AppError `VALIDATION_FAILED`, `FRESH_PROOF_REQUIRED`, `LIMIT_REACHED` or `RATE_LIMITED`
 */
export async function createKey(
  { db, jobs, log }: Context,
  person: SignedIn,
  { name: typed, scopes: given, expiresInDays, currentPassword, from }: NewKey,
): Promise<{ apiKey: ApiKey; key: string }> {
  const name = typed.trim();
  const scopes = [...new Set(given)].toSorted();
  requireValid({
    name: nameProblem(name),
    scopes: scopes.length === 0 ? 'Choose at least one scope' : undefined,
    currentPassword: missingPassword(person, currentPassword),
  });
  const { id: userId, email } = person;
  const passwordHash = await confirmUser({ db, log }, person, {
    password: currentPassword,
    from,
    limit: perDay,
    what: 'a new API key',
  });
  const key = createApiKey();
  const created = await db.transaction().execute(async (tx) => {
    await lockUser(tx, userId, passwordHash);
    await requireCapacity(tx, userId);
    const row = await tx
      .insertInto('api_keys')
      .values({
        user_id: userId,
        name,
        token_hash: hashToken(key),
        start: startOfKey(key),
        scopes: [...scopes],
        expires_at: sql`now() + make_interval(days => ${expiresInDays})`,
      })
      .returning(shownColumns)
      .executeTakeFirstOrThrow();
    await removeOldest(tx, userId);
    const self = { id: userId, name: person.name || email };
    await recordChange(tx, {
      actor: self,
      action: 'api-key.created',
      person: self,
      after: {
        key: name,
        keyId: row.id,
        scopes: scopes.join(', '),
        expiresAt: row.expires_at.toISOString(),
        address: from,
      },
    });
    // In the same transaction: the email is the defence against a stolen password, and must not be lost.
    await jobs.enqueue(sendKeyCreatedJob, { keyId: row.id }, { within: tx });
    return row;
  });
  log.info({ userId, from, keyId: created.id }, 'created an API key');
  return { apiKey: toApiKey(created), key };
}

/**
 * Locks the user, so that simultaneous requests cannot exceed the limit, and no key is left behind by a
 * deactivation or a reset of the password at the same time.
 *
 * @throws AppError `UNAUTHENTICATED` when one of these came first
 */
async function lockUser(
  tx: Connection,
  userId: string,
  passwordHash: string | null,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('password_hash', 'is not distinct from', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new AppError('UNAUTHENTICATED', 'Not authenticated');
}

async function requireCapacity(tx: Connection, userId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where(keyWorks)
    .executeTakeFirstOrThrow();
  const limit = limits.apiKeysPerUser;
  if (count < limit) return;
  throw limitReached({
    message: `You have ${limit} API keys, the most that one person can have. Revoke one that you no longer need.`,
    limit,
    current: count,
  });
}

/** Removes the keys that ended first, beyond the length of the list. */
async function removeOldest(tx: Connection, userId: string): Promise<void> {
  await tx
    .deleteFrom('api_keys')
    .where('id', 'in', (query) =>
      query
        .selectFrom('api_keys')
        .select('id')
        .where('user_id', '=', userId)
        .where(sql<boolean>`not ${keyWorks}`)
        .orderBy(endOfKey, 'desc')
        .orderBy('id', 'desc')
        .offset(limits.endedApiKeys),
    )
    .execute();
}
