import { failureMessage, isNetworkError, type ApiError } from '#lib/api/api-error.ts';
import { fieldProblems } from '#lib/api/field-problems.ts';
import type { FormProblem } from '#lib/use-form.ts';

/*
 * The messages of each form for errors of the server: the error catalogue of the specification, part 1,
 * section 8. Messages are matched by the parts that the specification gives.
 */

const UNEXPECTED = 'An unexpected error occurred. Please try again.';
const OUR_END = 'Something went wrong on our end. Please try again in a moment.';
const NETWORK = 'A network error occurred. Please try again.';

type SignIn = { email: string; password: string };
type ResetRequest = { email: string };
type NewPassword = { password: string; confirmation: string };

export function signInProblem(error: ApiError): FormProblem<SignIn> {
  const { message } = error;
  if (message.includes('Invalid credentials') || message.includes('Failed to sign in')) {
    return {
      fields: {
        password: 'Invalid email or password. Please check your credentials and try again.',
      },
    };
  }
  if (isNetworkError(error)) {
    return { form: { message: UNEXPECTED, detail: failureMessage(error, '') } };
  }
  return (
    fieldProblems(error, ['email', 'password']) ?? {
      form: { message: ourEnd(message) ?? (message || UNEXPECTED) },
    }
  );
}

export function resetRequestProblem(error: ApiError): FormProblem<ResetRequest> {
  const { message } = error;
  if (message.includes('Email is required')) return { fields: { email: 'Email is required' } };
  if (isNetworkError(error)) return { form: { message: NETWORK } };
  return (
    fieldProblems(error, ['email']) ?? {
      form: { message: ourEnd(message) ?? (message || UNEXPECTED) },
    }
  );
}

/** 'expired' when only a new link helps. */
export function newPasswordProblem(error: ApiError): FormProblem<NewPassword> | 'expired' {
  const { message } = error;
  if (message.includes('Invalid or expired reset token')) return 'expired';
  if (message.includes('Token and password are required')) {
    return { form: { message: 'Missing required information. Please try again.' } };
  }
  if (message.includes('Password must be at least')) return { fields: { password: message } };
  if (isNetworkError(error)) return { form: { message: NETWORK } };
  return (
    fieldProblems(error, ['password']) ?? {
      form: { message: ourEnd(message) ?? (message || UNEXPECTED) },
    }
  );
}

function ourEnd(message: string): string | undefined {
  return message.includes('Internal server error') ? OUR_END : undefined;
}
