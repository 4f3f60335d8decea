import { sql } from 'kysely';
import type { Connection } from '#platform/database/create-database.ts';
import { createToken, hashToken } from '#platform/secrets/token.ts';

/**
 * A link that the user requested, or one that was sent to them by an administrator or with an
 * invitation. One of each kind can be pending at the same time.
 */
export type ResetToken =
  | { kind: 'requested'; userId: string; hours: number }
  | {
      kind: 'sent';
      userId: string;
      /** The administrator; null for the command line. */
      initiatorId: string | null;
      hours: number;
    };

/**
 * Creates the token of a reset link that expires after `hours`. It replaces the user's pending
 * link of the same kind; one of the other kind stays valid.
 */
export async function issueResetToken(db: Connection, options: ResetToken): Promise<string> {
  const token = createToken();
  const values = {
    token_hash: hashToken(token),
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(hours => ${options.hours})`,
  };
  if (options.kind === 'requested') {
    await db
      .insertInto('requested_password_resets')
      .values({ user_id: options.userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
  } else {
    const sent = { ...values, initiator_id: options.initiatorId };
    await db
      .insertInto('password_resets')
      .values({ user_id: options.userId, ...sent })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(sent))
      .execute();
  }
  return token;
}

/** Deletes a sent link whose email could not be delivered. */
export async function revokeSentToken(db: Connection, token: string): Promise<void> {
  await db.deleteFrom('password_resets').where('token_hash', '=', hashToken(token)).execute();
}

/** The active user who can use a token; undefined when it is unknown, used or expired. */
export function findResetToken(
  db: Connection,
  token: string,
): Promise<{ id: string; email: string } | undefined> {
  const links = db
    .selectFrom('password_resets')
    .select(['user_id', 'token_hash', 'expires_at'])
    .unionAll(
      db.selectFrom('requested_password_resets').select(['user_id', 'token_hash', 'expires_at']),
    );
  return db
    .selectFrom(links.as('links'))
    .innerJoin('users', 'users.id', 'links.user_id')
    .select(['users.id', 'users.email'])
    .where('links.token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** Whether a link that was sent to the user can still be used. */
export async function hasSentLink(db: Connection, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Deletes the user's pending links of both kinds; called before the user's row is locked
 * (docs/ARCHITECTURE.md, "Lock order").
 *
 * @returns whether `token` was among them and had not expired; true for only one of two concurrent
 *   uses
 */
export async function endResetLinks(
  db: Connection,
  userId: string,
  token?: string,
): Promise<boolean> {
  const ended = [];
  for (const table of ['password_resets', 'requested_password_resets'] as const) {
    const rows = await db
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .returning(['token_hash', sql<boolean>`expires_at > now()`.as('isUsable')])
      .execute();
    ended.push(...rows);
  }
  if (token === undefined) return false;
  const hash = hashToken(token);
  return ended.some(({ token_hash, isUsable }) => isUsable && token_hash.equals(hash));
}
