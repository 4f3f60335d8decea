import type { ApiKey } from '@repo/contract/api-keys';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { readList } from '#lib/api/read-list.ts';

/** The query key of the user's API keys. */
export const apiKeysKey = ['own-api-keys'] as const;

export const apiKeysQuery = {
  queryKey: apiKeysKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ApiKey[]> => {
    const { items } = await apiRequestOrThrow('GET /api/auth/api-keys', { signal });
    return readList(items, 'API keys', ({ id, scopes }) => id !== '' && Array.isArray(scopes), {
      id: 'id',
    });
  },
};
