import { ApiError } from '../../lib/api/api-error.ts';

/** Whether the id in the address belongs to nothing that the user can see. */
export const isNotFound = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'VALIDATION_FAILED');
