import { requireValid } from '#platform/http/require-valid.ts';
import { normalEmail } from '#modules/users/email-address.ts';

/**
 * Requires the email of the user who is deleted, typed to confirm.
 *
 * @throws AppError `VALIDATION_FAILED`
 */
export function requireTypedEmail(typed: string, email: string): void {
  const isTyped = normalEmail(typed) === email;
  requireValid({ email: isTyped ? undefined : `Type ${email} to confirm` });
}
