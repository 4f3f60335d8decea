import { AppError } from '#platform/http/app-error.ts';

/** The name of erased users, wherever their name was. */
export const ERASED = 'Erased user';

const HOST = '@erased.invalid';

/** The address of an erased user, which no one can have. */
export const erasedEmail = (userId: string): string => `${userId}${HOST}`;

/**
 * Refuses to change an erased user: the row stays only because accounts and notes refer to it.
 *
 * @throws AppError `CONFLICT`
 */
export function requireNotErased({ email }: { email: string }): void {
  if (!email.endsWith(HOST)) return;
  throw new AppError('CONFLICT', 'This user was erased. Invite the person again instead.');
}
