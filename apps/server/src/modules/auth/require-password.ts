import { limits } from '@repo/contract/limits';
import { requireValid } from '#platform/http/require-valid.ts';
import { normalPassword } from './password-hash.ts';

/**
 * Refuses a new password that is too short, counted in code points, among the 49,000 most common ones, or that
 * contains the user's address.
 *
 * @param email of the user; leave it out where it is not known yet, and check again once it is.
 * @throws AppError `VALIDATION_FAILED`
 */
export async function requirePassword(password: string, email?: string): Promise<void> {
  requireValid({ password: await findProblem(normalPassword(password), email) });
}

async function findProblem(password: string, email?: string): Promise<string | undefined> {
  if ([...password].length < limits.minimumPasswordLength) {
    return `Password must be at least ${limits.minimumPasswordLength} characters`;
  }
  if ((await commonPasswords()).has(folded(password))) {
    return 'This password is one of the most common ones, which are guessed first. Choose another.';
  }
  if (email !== undefined && containsAddress(folded(password), folded(email))) {
    return 'The password contains your email address. Choose another.';
  }
  return undefined;
}

/** A shorter name before the @ is part of too many words. */
const MIN_NAME_LENGTH = 4;

function containsAddress(password: string, email: string): boolean {
  const name = email.slice(0, email.lastIndexOf('@'));
  return password.includes(email) || (name.length >= MIN_NAME_LENGTH && password.includes(name));
}

/** Guessing programs try each word in capitals too. */
const folded = (text: string): string => text.toLowerCase();

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Loaded once a password is chosen: many processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(folded)),
  );
  return loaded;
}
