import type { History } from '@repo/contract/history';
import { queryOptions } from '@tanstack/react-query';
import { apiRequestOrThrow } from '#lib/api/api-request.ts';

const KEY = 'history';
/** While something is imported; milliseconds. */
const REFRESH_INTERVAL_MS = 5_000;

/** The progress of the import of earlier activities. */
export const historyQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => apiRequestOrThrow('GET /api/history', { signal }),
  refetchInterval: ({ state }) => (isUnderWay(state.data) ? REFRESH_INTERVAL_MS : false),
});

/** The state with the time that importing everything since a day would take. */
export const estimateQuery = (since: string) =>
  queryOptions({
    queryKey: [KEY, 'estimate', since],
    queryFn: ({ signal }) => apiRequestOrThrow('GET /api/history', { query: { since }, signal }),
    retry: false,
  });

const isUnderWay = (history: History | undefined): boolean =>
  history?.imports.some(({ state }) => state === 'reading' || state === 'waiting') ?? false;
