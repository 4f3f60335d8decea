import type { User } from '@repo/contract/auth';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../../lib/api/api-request.ts';
import { readList } from '../../lib/api/read-list.ts';
import { adminKeys } from './admin-keys.ts';
import { isNotFound } from './is-not-found.ts';

export const USER_NOT_FOUND = 'User not found';

/** A person to edit. Read again each time: an edit is made from what is there now. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.user(id),
    queryFn: ({ signal }) => fetchUser(id, signal),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const hasId = ({ id }: { id?: unknown }) => typeof id === 'string';

async function fetchUser(id: string, signal: AbortSignal): Promise<User> {
  try {
    const data = await apiRequestOrThrow('GET /api/admin/users/{id}', { params: { id }, signal });
    if (typeof data?.user?.id !== 'string') throw new Error(USER_NOT_FOUND);
    const workspaces = readList(data.user.workspaces, 'workspaces of a user', hasId);
    return { ...data.user, workspaces };
  } catch (error) {
    if (isNotFound(error)) {
      throw new Error(USER_NOT_FOUND, { cause: error });
    }
    throw error;
  }
}
