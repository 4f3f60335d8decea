import type { User } from '@repo/contract/auth';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { endSession, readSession, updateSessionUser } from './session-store.ts';

/** The signed-in person as the server knows them now. A 401 ends the session in this browser. */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  staleTime: 30_000,
});

async function fetchCurrentUser(signal: AbortSignal): Promise<User> {
  const { token } = readSession();
  if (token === undefined) throw new Error('No authentication token');
  const { data, error } = await call('GET /api/auth/me', { signal });
  // The answer to a question asked with an earlier token says nothing about this session.
  const isCurrent = readSession().token === token;
  if (error !== undefined) {
    if (error.status === 401 && isCurrent) endSession({ signedOutHere: false });
    throw error.message === '' ? new Error('Failed to fetch user data', { cause: error }) : error;
  }
  const user = (data as Partial<typeof data> | null)?.user;
  if (typeof user?.id !== 'string') throw new Error('User data not found');
  if (isCurrent) updateSessionUser(user);
  return user;
}
