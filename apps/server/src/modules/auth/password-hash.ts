import { hash, verify } from '@node-rs/argon2';
import { createGate } from './gate.ts';

/**
 * Argon2id as OWASP's password storage sheet asks for: 19 MiB, two passes, one lane. About 20 ms
 * of one core each.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two at once keep 38 MiB busy however many people sign in; 200 waiting are answered within the
 * web application's time-out.
 */
const gate = createGate({ concurrency: 2, waiting: 200 });

/** Made of no password, to spend the same work where there is none to compare with. */
const nobody = hash('', cost);

/**
 * The form in which a password is hashed and counted: NFKC, so that one password typed on two
 * systems is the same (docs/decisions/sign-in.md).
 */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/** @throws AppError `RATE_LIMITED` when too many passwords are being worked on. */
export const hashPassword = (password: string): Promise<string> =>
  gate(() => hash(normalPassword(password), cost));

/**
 * Whether a password is the one that was hashed. Without a hash the answer is no, after the same
 * work.
 *
 * @param isTrusted goes before others when many wait
 *
 * @throws AppError `RATE_LIMITED` when too many passwords are being worked on.
 */
export const verifyPassword = (
  password: string,
  passwordHash: string | null | undefined,
  { isTrusted = false }: { isTrusted?: boolean } = {},
): Promise<boolean> =>
  gate(
    async () => {
      const known = await verify(passwordHash ?? (await nobody), normalPassword(password));
      return known && passwordHash != null;
    },
    { isTrusted },
  );
