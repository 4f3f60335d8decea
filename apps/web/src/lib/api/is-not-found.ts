import { ApiError } from './api-error.ts';

/** Whether the id in the address belongs to nothing that the user can see. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.code === 'VALIDATION_FAILED');
