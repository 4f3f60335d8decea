import { accountNameProblem } from '@repo/contract/name';
import { validationFailed } from '#platform/http/app-error.ts';

/**
 * Normalizes a typed account name.
 *
 * @throws AppError VALIDATION_FAILED when it cannot be the name of an account.
 */
export function checkAccountName(typed = ''): string {
  const name = typed.replaceAll('\0', '').toWellFormed().trim();
  // Halves of characters alone, which are replaced, are no name.
  const message = accountNameProblem(/^\ufffd*$/.test(name) ? '' : name);
  if (message !== undefined) throw validationFailed([{ field: 'name', message }]);
  return name;
}
