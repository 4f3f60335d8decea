import { plural } from '@repo/domain/text/plural';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../http/app-error.ts';
import type { Connection } from '../database/create-database.ts';

/** A maximum number of attempts in a window that starts with the first one. */
export interface Limit {
  /** The name of the limit, which separates its counters from others. */
  name: string;
  attempts: number;
  windowSeconds: number;
}

/** A limit and the key it is counted for, such as an address. */
export interface Counted {
  limit: Limit;
  of: string;
  /** The weight of an attempt; 1 when absent. */
  times?: number;
}

/**
 * Counts an attempt for each limit; the counts are shared by all processes. Uses one statement per
 * limit, so that two requests never wait for each other's rows.
 *
 * @returns the count of each limit, with this attempt.
 * @throws AppError `RATE_LIMITED` when a limit is exhausted; the refused attempt is not counted at
 *   all.
 */
export async function countAttempt(
  db: Connection,
  counted: readonly Counted[],
  what: string,
): Promise<number[]> {
  const counts: number[] = [];
  for (const [index, one] of counted.entries()) {
    const { attempts, secondsLeft } = await recordAttempt(db, one);
    counts.push(attempts);
    if (attempts <= one.limit.attempts) continue;
    await undoAttempt(db, counted.slice(0, index + 1));
    throw new AppError('RATE_LIMITED', `Too many ${what}. Try again in ${inWords(secondsLeft)}.`, {
      retryAfterSeconds: secondsLeft,
    });
  }
  return counts;
}

/** Reverts a counted attempt, for one that turned out to be legitimate. */
export async function undoAttempt(db: Connection, counted: readonly Counted[]): Promise<void> {
  for (const one of counted) {
    await db
      .updateTable('rate_limit_counters')
      .set({ count: sql`greatest(count - ${one.times ?? 1}, 0)` })
      .where('key', '=', keyOf(one))
      .execute();
  }
}

export async function clearAttempts(db: Connection, counted: readonly Counted[]): Promise<void> {
  await db.deleteFrom('rate_limit_counters').where('key', 'in', counted.map(keyOf)).execute();
}

/** Removes the counters whose window has ended. */
export async function removeEndedAttempts(db: Connection): Promise<void> {
  await db
    .deleteFrom('rate_limit_counters')
    .where('ends_at', '<=', sql<Date>`now()`)
    .execute();
}

/** Counts an attempt without checking the limit. */
export async function recordAttempt(
  db: Connection,
  counted: Counted,
): Promise<{ attempts: number; secondsLeft: number }> {
  const { windowSeconds } = counted.limit;
  const { times = 1 } = counted;
  return db
    .insertInto('rate_limit_counters')
    .values({
      key: keyOf(counted),
      count: times,
      ends_at: sql`now() + make_interval(secs => ${windowSeconds})`,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when rate_limit_counters.ends_at > now() then rate_limit_counters.count + excluded.count else excluded.count end`,
        ends_at: sql`case when rate_limit_counters.ends_at > now() then rate_limit_counters.ends_at else excluded.ends_at end`,
      }),
    )
    .returning([
      'count as attempts',
      sql<number>`extract(epoch from ends_at - now())::float8`.as('secondsLeft'),
    ])
    .executeTakeFirstOrThrow();
}

/** Tells whether as many attempts as a limit allows were counted, without counting one. */
export async function isExhausted(db: Connection, counted: Counted): Promise<boolean> {
  const found = await db
    .selectFrom('rate_limit_counters')
    .select('count')
    .where('key', '=', keyOf(counted))
    .where('ends_at', '>', sql<Date>`now()`)
    .where('count', '>=', counted.limit.attempts)
    .executeTakeFirst();
  return found !== undefined;
}

/** A hash, so that the table does not reveal who tried what. */
export const keyOf = ({ limit, of }: Counted): Buffer =>
  createHash('sha256').update(`${limit.name}\0${of}`).digest();

/** @param alternative what else the user can do, such as 'or reset your password' */
export const tooMany = (what: string, secondsLeft: number, alternative = ''): AppError =>
  new AppError(
    'RATE_LIMITED',
    `Too many ${what}. ${`Try again in ${inWords(secondsLeft)} ${alternative}`.trim()}.`,
    { retryAfterSeconds: secondsLeft },
  );

function inWords(seconds: number): string {
  if (seconds <= 60) return 'a minute';
  if (seconds <= 2 * 3_600) return plural(Math.ceil(seconds / 60), 'minute');
  return plural(Math.ceil(seconds / 3_600), 'hour');
}
