import { limits } from '@repo/contract/limits';
import { requireValid } from '#platform/http/require-valid.ts';

/** @throws AppError `VALIDATION_FAILED` */
export function requirePasskeyName(typed: string): string {
  const name = typed.trim();
  requireValid({ name: problemOf(name) });
  return name;
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'Name is required';
  if (/\p{Cc}/u.test(name)) return 'Name must be one line of text';
  if ([...name].length > limits.passkeyNameLength) {
    return `Name must be at most ${limits.passkeyNameLength} characters`;
  }
  return undefined;
}
