import { sql } from 'kysely';
import type { Connection } from '../../platform/database/create-database.ts';
import { createToken, hashToken } from '../../platform/secrets/token.ts';

export interface ResetTokenOptions {
  userId: string;
  /** The administrator who sends the link; null when the person asks for it. */
  initiatorId: string | null;
  /** How long the link works. */
  hours: number;
}

/** Makes the token of a reset link, in place of a pending one. */
export async function issueResetToken(
  db: Connection,
  { userId, initiatorId, hours }: ResetTokenOptions,
): Promise<string> {
  const token = createToken();
  const values = {
    token_hash: hashToken(token),
    initiator_id: initiatorId,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
  };
  await db
    .insertInto('password_resets')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return token;
}

/** The active person whose unused link a token is; undefined when it is nobody's or too late. */
export function findResetToken(
  db: Connection,
  token: string,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.email'])
    .where('password_resets.token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** Spends a token; of two at once only one gets `true`. */
export async function spendResetToken(db: Connection, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
