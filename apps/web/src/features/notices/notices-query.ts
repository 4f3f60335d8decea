import type { Notice } from '@repo/contract/notices';
import type { EndpointResponse } from '@repo/contract/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';
import { countOf } from '#lib/api/read-fields.ts';
import { readList } from '#lib/api/read-list.ts';
import { readInstant } from '#lib/time/read-instant.ts';

type Notices = EndpointResponse<'GET /api/notices'>;

const REFRESH_MS = 2 * 60_000;

export const noticesKey = ['notices'] as const;

/** The user's notices, read again while the page is open. */
export const noticesQuery = queryOptions({
  queryKey: noticesKey,
  staleTime: REFRESH_MS / 2,
  refetchInterval: REFRESH_MS,
  queryFn: async ({ signal }): Promise<Notices> =>
    readNotices(await apiRequestOrThrow('GET /api/notices', { signal })),
});

function readNotices({ notices: received, unread }: Notices): Notices {
  const notices = readList<Notice>(received, 'notices', isUsable, {
    id: 'id',
    isRead: 'flag',
    total: 'count',
    connection: 'nullableText',
  });
  return { notices, unread: countOf(unread) ?? notices.filter(({ isRead }) => !isRead).length };
}

const isUsable = ({ id, at, kind, accounts, workspace, connection }: Notice): boolean =>
  id !== '' &&
  readInstant(at) !== undefined &&
  (kind === 'connection'
    ? Boolean(connection)
    : Array.isArray(accounts) && accounts.length > 0 && typeof workspace?.slug === 'string');
