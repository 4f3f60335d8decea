import type { User } from '@repo/contract/auth';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '../../../lib/api/api-request.ts';
import { readList } from '../../../lib/api/read-list.ts';
import { readUser } from '../../../lib/session/read-user.ts';
import { adminKeys } from '../admin-keys.ts';
import { isNotFound } from '../is-not-found.ts';

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

const hasId = ({ id }: { id: string }) => id !== '';

const MEMBERSHIP = { id: 'id', name: 'text', organizationName: 'text', role: 'text' } as const;

async function fetchUser(id: string, signal: AbortSignal): Promise<User> {
  try {
    const data = await apiRequestOrThrow('GET /api/admin/users/{id}', { params: { id }, signal });
    const user = readUser(data?.user);
    if (user === undefined) throw new Error(USER_NOT_FOUND);
    const workspaces = readList(user.workspaces, 'workspaces of a user', hasId, MEMBERSHIP);
    return { ...user, workspaces };
  } catch (error) {
    if (isNotFound(error)) {
      throw new Error(USER_NOT_FOUND, { cause: error });
    }
    throw error;
  }
}
