import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#platform/database/create-database.ts';
import { prepare } from '#platform/database/prepared-query.ts';
import {
  type Counted,
  clearAttempts,
  keyOf,
  recordAttempt,
  tooMany,
} from '#platform/rate-limit/rate-limit-counter.ts';
import { networkOf } from '#platform/rate-limit/network-of.ts';

/** Wrong passwords in any 24 hours. The reasons for these numbers: docs/decisions/sign-in.md. */
export const guessLimits = {
  /** For one email from one network. */
  perNetwork: 10,
  /** For one email from a network where its user signed in during the last 30 days. */
  perKnownNetwork: 30,
  /** For one email from each other network, while one of the two limits below is exceeded. */
  underAttack: 2,
  /** For one email from all unknown networks: more counts as an attack on the user. */
  attackOnEmail: 100,
  /** From one network, for all emails that do not know it: more counts as an attack from there. */
  attackFromNetwork: 100,
  /**
   * From one network, for all emails that do not know it: more is refused. Each guess leaves up to
   * two rows for a day, so this limits what one network can make the database store.
   */
  maxFromNetwork: 20_000,
} as const;

const day = 86_400;
/** A network is known for a user for this long after they last signed in from it. */
const known = { name: 'signed in there', attempts: Infinity, windowSeconds: 30 * day };
const fromNetwork = {
  name: 'sign-in guesses from a network',
  attempts: guessLimits.maxFromNetwork,
  windowSeconds: day,
};

/** An attempt to sign in: an email, which may belong to no one, and the address of the request. */
export interface Attempt {
  /** In normal form. */
  email: string;
  /** The address of the request. */
  from: string;
  /** The kind of secret that is guessed, a password by default. Each kind has its own count. */
  of?: 'code' | undefined;
}

export interface ReservedGuess {
  /** Whether the user signed in from this network, with what is guessed, during the last 30 days. */
  isKnown: boolean;
  /** Reverts the count, after a correct password or a guess that was not checked. */
  release: () => Promise<void>;
}

/**
 * Counts a guess before the password is checked, so that concurrent guesses cannot exceed the
 * limit. A refused guess is not counted. Behaves the same for an email that belongs to no one.
 *
 * @throws AppError `RATE_LIMITED`
 */
export async function reserveGuess(db: Database, attempt: Attempt): Promise<ReservedGuess> {
  const keys = keysOf(attempt);
  const [row] = await reserve(db, keys);
  if (!row?.isReserved) {
    const secondsLeft = row?.secondsLeft ?? day;
    throw attempt.of === 'code'
      ? tooMany('wrong codes', secondsLeft)
      : tooMany('sign-in attempts', secondsLeft, 'or reset your password');
  }
  return { isKnown: row.isKnown, release: () => release(db, keys, row) };
}

/** Makes the network known for the user, who just signed in from it. */
export async function rememberNetwork(db: Database, attempt: Attempt): Promise<void> {
  const counted = [knownFor(attempt)] as const;
  // Restarts the 30 days.
  await clearAttempts(db, counted);
  await recordAttempt(db, counted[0]);
}

/**
 * Called after a reset link was used: its user may have tried many passwords before, and must be
 * able to sign in with the new one.
 */
export async function forgiveGuesses(db: Database, attempt: Attempt): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('key', '=', keysOf(attempt).emailFromNetwork)
    .execute();
  await rememberNetwork(db, attempt);
}

/** Removes failures that no longer count. */
export async function removeOldFailures(db: Database): Promise<void> {
  // Skips rows that a concurrent sign-in has locked, so that neither waits; the next run gets them.
  await sql`delete from sign_in_failures where key in (
    select key from sign_in_failures where last_failed_at <= now() - ${window}
    for update skip locked)`.execute(db);
}

interface Keys {
  email: Buffer;
  emailFromNetwork: Buffer;
  network: Buffer;
  known: Buffer;
}

function keysOf({ email, from, of }: Attempt): Keys {
  const network = networkOf(from);
  const guessed = of === undefined ? email : `${of}\0${email}`;
  return {
    email: hashOf(`email\0${guessed}`),
    emailFromNetwork: hashOf(`email from network\0${guessed}\0${network}`),
    network: keyOf({ limit: fromNetwork, of: network }),
    known: keyOf(knownFor({ email, from, of })),
  };
}

/** A used reset link makes a network known for passwords, but only a right code makes it known for codes. */
const knownFor = ({ email, from, of }: Attempt): Counted => ({
  limit: known,
  of: `${of === undefined ? '' : `${of}\0`}${email}\0${networkOf(from)}`,
});

/** Hashed, so that the tables do not reveal who tried what. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

interface Reservation {
  isKnown: boolean;
  isReserved: boolean;
  /** When the guess was counted; as text, which preserves the microseconds. */
  at: string;
  /** Until a guess is possible again. */
  secondsLeft: number | null;
}

const window = sql`interval '24 hours'`;

/** The times in `failures` that still count, limited to `maximum`, followed by the current time. */
const withNow = (maximum: number) => sql`array(
  select at from unnest(failures.failed_at) at where at > now() - ${window}
  order by at desc limit ${sql.lit(maximum)}) || now()`;

const recent = sql`(
  select count(*) from unnest(failures.failed_at) at where at > now() - ${window})`;

/**
 * A single statement, so that a flood costs one round trip per guess. `allowed` is a plain read, so
 * that a refused guess writes nothing; the upserts then decide based on the current rows. Every
 * execution locks the rows in the same order, so that two cannot deadlock.
 */
const reserve = prepare<Keys, Reservation>(
  (given) => sql`
  with state as (
    select
      exists (select from rate_limit_counters where key = ${given('known')} and ends_at > now()) as is_known,
      coalesce((select count from rate_limit_counters where key = ${given('network')} and ends_at > now()), 0)
        as from_network,
      coalesce((select ${recent} from sign_in_failures failures where key = ${given('email')}), 0)
        as of_email,
      coalesce((select ${recent} from sign_in_failures failures
        where key = ${given('emailFromNetwork')}), 0) as used
  ), limits as (
    select *, case
      when is_known then ${sql.lit(guessLimits.perKnownNetwork)}
      when from_network >= ${sql.lit(guessLimits.maxFromNetwork)} then 0
      when from_network >= ${sql.lit(guessLimits.attackFromNetwork)}
        or of_email >= ${sql.lit(guessLimits.attackOnEmail)}
        then ${sql.lit(guessLimits.underAttack)}
      else ${sql.lit(guessLimits.perNetwork)} end as most
    from state
  ), allowed as (
    select * from limits where used < most
  ), email as (
    insert into sign_in_failures as failures (key, failed_at)
    select ${given('email')}, array[now()] from allowed where not is_known
    on conflict (key) do update
      set failed_at = ${withNow(guessLimits.attackOnEmail)}, last_failed_at = now()
    returning cardinality(failed_at) > ${sql.lit(guessLimits.attackOnEmail)} as is_attacked
  ), network as (
    insert into rate_limit_counters (key, count, ends_at)
    select ${given('network')}, 1, now() + ${window} from allowed where not is_known
    on conflict (key) do update set
      count = case when rate_limit_counters.ends_at > now() then rate_limit_counters.count + 1 else 1 end,
      ends_at = case when rate_limit_counters.ends_at > now() then rate_limit_counters.ends_at else excluded.ends_at end
  ), reserved as (
    insert into sign_in_failures as failures (key, failed_at)
    select ${given('emailFromNetwork')}, array[now()] from allowed
    on conflict (key) do update
      set failed_at = ${withNow(guessLimits.perKnownNetwork)}, last_failed_at = now()
      where ${recent} < (select case when exists (select from email where is_attacked)
        then least(most, ${sql.lit(guessLimits.underAttack)}) else most end from allowed)
    returning key
  )
  select
    is_known as "isKnown",
    exists (select from reserved) as "isReserved",
    now()::text as at,
    (select extract(epoch from at + ${window} - now())::float8
      from sign_in_failures failures, unnest(failures.failed_at) at
      where key = ${given('emailFromNetwork')} and at > now() - ${window}
      order by at desc offset greatest(most - 1, 0) limit 1) as "secondsLeft"
  from limits`,
);

async function release(db: Database, keys: Keys, { at, isKnown }: Reservation): Promise<void> {
  const counted = isKnown ? [keys.emailFromNetwork] : [keys.email, keys.emailFromNetwork];
  for (const key of counted) {
    await sql`update sign_in_failures set failed_at = array_remove(failed_at, ${at}::timestamptz)
      where key = ${key}`.execute(db);
  }
  if (isKnown) return;
  await sql`update rate_limit_counters set count = greatest(count - 1, 0)
    where key = ${keys.network}`.execute(db);
}
