import { ApiError } from '../api/api-error.ts';
import { apiRequest } from '../api/api-request.ts';
import { readUser } from './read-user.ts';
import { startSession } from './session-store.ts';

export type SignInResult = { success: true } | { success: false; error: ApiError };

/**
 * Starts a session. A response without a token is a failure too, whatever its status; so is one that
 * gives no error. An error with an empty message stays empty: the form has its own words for it.
 */
export async function signIn(email: string, password: string): Promise<SignInResult> {
  const { data, error } = await apiRequest('POST /api/auth/login', { body: { email, password } });
  const user = readUser(data?.user);
  if (typeof data?.token === 'string' && data.token !== '' && user !== undefined) {
    startSession(data.token, user);
    return { success: true };
  }
  if (error !== undefined && (error.message !== '' || error.name === 'Server Error')) {
    return { success: false, error };
  }
  return { success: false, error: new ApiError('Server Error', { message: 'Failed to sign in' }) };
}
