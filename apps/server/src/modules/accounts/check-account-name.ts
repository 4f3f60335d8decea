import { accountNameProblem } from '@repo/contract/name';
import { validationFailed } from '../../platform/http/app-error.ts';

/**
 * Normalizes a typed account name.
 *
 * @throws AppError VALIDATION_FAILED when it cannot be the name of an account.
 */
export function checkAccountName(typed = ''): string {
  // Without halves of characters, which cannot be stored.
  const name = typed.replaceAll(/\0|\p{Cs}/gu, '').trim();
  const message = accountNameProblem(name);
  if (message !== undefined) throw validationFailed([{ field: 'name', message }]);
  return name;
}
