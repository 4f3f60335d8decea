import { ApiError } from '../../lib/api/api-error.ts';

/** Whether nothing is there under the id of an address, be it of the past or mistyped. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'VALIDATION_FAILED');
