import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { currentUserQuery } from './current-user-query.ts';

/**
 * A refused token, met anywhere, makes the current-user call decide whether the session is over.
 * Resolves once it has; at once for any other error.
 */
export async function checkSession(client: QueryClient, error: unknown): Promise<void> {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}
