import { nameProblem } from '@repo/contract/name';
import type { Connection } from '#platform/database/create-database.ts';
import { constraintViolation } from '#platform/database/constraint-violation.ts';
import { AppError } from '#platform/http/app-error.ts';
import { requireValid } from '#platform/http/require-valid.ts';
import { emailProblem, normalEmail } from './email-address.ts';

export interface NewUser {
  email: string;
  name: string;
  isAdmin?: boolean | undefined;
  /** Excluded from analytics. */
  isTest?: boolean | undefined;
}

export interface CreatedUser {
  id: string;
  email: string;
  name: string;
}

/**
 * Creates a user, who cannot sign in before a password is set.
 *
 * @throws AppError `VALIDATION_FAILED`, or `CONFLICT` when the email is already taken
 */
export async function createUser(db: Connection, user: NewUser): Promise<CreatedUser> {
  const { isAdmin = false, isTest = false } = user;
  const email = normalEmail(user.email);
  const name = user.name.trim();
  requireValid({ email: emailProblem(email), name: nameProblem(name) });
  try {
    return await db
      .insertInto('users')
      .values({ email, name, is_admin: isAdmin, is_test: isTest })
      .returning(['id', 'email', 'name'])
      .executeTakeFirstOrThrow();
  } catch (cause) {
    if (constraintViolation(cause)?.kind !== 'unique') throw cause;
    const message = `A user with the email ${email} already exists`;
    throw new AppError('CONFLICT', message, { cause, details: [{ field: 'email', message }] });
  }
}
