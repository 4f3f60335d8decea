import { limits } from '@repo/contract/page-limits';

/** Why a text cannot be a new password; undefined when it can. */
export function passwordProblem(password: string): string | undefined {
  if (password === '') return 'Password is required';
  if (password.length < limits.minimumPasswordLength) {
    // As the specification words it; its length is `minimumPasswordLength`.
    return 'Password must be at least 6 characters';
  }
  if (password.length <= limits.maximumPasswordLength) return undefined;
  return `Password must be at most ${limits.maximumPasswordLength} characters`;
}
