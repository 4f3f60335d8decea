import type { Continuation } from '@repo/contract/error';
import { ApiError } from './api-error.ts';
import { fieldsOf } from './read-fields.ts';

/** Whether the server goes on with a request that failed, as its message says. */
export function continues(error: unknown): error is ApiError {
  const name: keyof Continuation = 'continues';
  return error instanceof ApiError && fieldsOf(error.details)[name] === true;
}
