import { ApiError } from '../../lib/api/api-error.ts';

/** Whether the id in the address does not exist, because it was deleted or mistyped. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'VALIDATION_FAILED');
