import type { User } from '@repo/contract/auth';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { apiRequest } from '../api/api-request.ts';
import { readUser } from './read-user.ts';
import { endSession, readSession, updateSessionUser } from './session-store.ts';

/** The signed-in user as the server knows them now. A 401 ends the session in this browser. */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  staleTime: 30_000,
});

async function fetchCurrentUser(signal: AbortSignal): Promise<User> {
  const { token } = readSession();
  if (token === undefined) throw failure('No authentication token');
  const { data, error } = await apiRequest('GET /api/auth/me', { signal });
  // The response to a request with an earlier token says nothing about this session.
  const isCurrent = readSession().token === token;
  if (error !== undefined) {
    if (error.status === 401 && isCurrent) endSession({ signedOutHere: false });
    throw error.message === '' ? failure('Failed to fetch user data', error) : error;
  }
  const user = readUser((data as Partial<typeof data> | null)?.user);
  if (user === undefined) throw failure('User data not found');
  if (isCurrent) updateSessionUser(user);
  return user;
}

/** With a message that is shown as it is (specification part 1, section 8, 'Admin'). */
const failure = (message: string, cause?: ApiError) =>
  new ApiError('HTTP Error', { message, status: cause?.status, cause });
