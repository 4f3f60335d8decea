import type { Query } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The interval at which a page asks again; milliseconds. */
export const RETRY_INTERVAL_MS = 10_000;

/**
 * The `refetchInterval` of a query without which a page cannot be shown: while the service says that
 * it is unavailable for the moment, the page asks again and recovers by itself.
 */
export const retryWhileUnavailable = ({ state }: Pick<Query, 'state'>): number | false =>
  state.data === undefined && state.error instanceof ApiError && state.error.code === 'UNAVAILABLE'
    ? RETRY_INTERVAL_MS
    : false;
