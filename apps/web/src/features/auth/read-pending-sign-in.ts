import type { PendingSignIn, SecondStep } from '@repo/contract/sign-in-factors';
import type { ApiError } from '#lib/api/api-error.ts';
import { fieldsOf, textOf } from '#lib/api/read-fields.ts';

const STEPS: readonly SecondStep[] = ['passkey', 'code', 'recovery-code'];

/**
 * Reads the token that finishes a sign-in with a second factor; undefined for any other refusal.
 */
export function readPendingSignIn({ code, details }: ApiError): PendingSignIn | undefined {
  if (code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  const { pendingToken, steps } = fieldsOf(details);
  const known = STEPS.filter((step) => Array.isArray(steps) && steps.includes(step));
  if (textOf(pendingToken) === '' || known.length === 0) return undefined;
  return { pendingToken: textOf(pendingToken), steps: known };
}
