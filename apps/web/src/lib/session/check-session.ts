import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { currentUserQuery } from './current-user-query.ts';

/**
 * After any response that refuses the token, a request for the current user decides whether the
 * session is over. Resolves after that decision; immediately for any other error.
 */
export async function checkSession(client: QueryClient, error: unknown): Promise<void> {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}
