import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '#platform/rate-limit/fair-queue.ts';

/**
 * Argon2id with the parameters that OWASP's password storage cheat sheet recommends: 19 MiB, two
 * passes, one lane. About 20 ms of CPU time each.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two at a time use 38 MiB however many users sign in; the queue holds what can be processed within a second.
 * Networks that made more than ten attempts recently share one of the two slots.
 */
const queue = createFairQueue({
  concurrency: 2,
  maxWaiting: 100,
  maxWaitMs: 1_000,
  heavyRank: 10,
});

/**
 * Hash of an empty password: verified when there is no hash to compare with, to take the same time.
 */
const nobody = hash('', cost);

/**
 * The form in which a password is hashed and measured: NFKC, so that the same password typed on two
 * systems is equal (docs/decisions/sign-in.md).
 */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/** @throws AppError `RATE_LIMITED` when too many passwords are being hashed */
export const hashPassword = (password: string): Promise<string> =>
  queue(() => hash(normalPassword(password), cost), 0);

/**
 * Whether a password matches a hash. Without a hash the result is false, after the same work.
 *
 * @param rank the lowest goes first when many wait
 *
 * @throws AppError `RATE_LIMITED` when too many wait; the password was not checked then
 */
export const verifyPassword = (
  password: string,
  passwordHash: string | null | undefined,
  rank = 0,
): Promise<boolean> =>
  queue(async () => {
    const isRight = await verify(passwordHash ?? (await nobody), normalPassword(password));
    return isRight && passwordHash != null;
  }, rank);
