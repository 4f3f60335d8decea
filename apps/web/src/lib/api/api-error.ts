import type { ErrorCode } from '@repo/contract/error';
import { readConnection } from '../connection/connection.ts';
import { isFullServer } from '../server-level.ts';

/**
 * The origin of a failure: the server reported it with a message, the server responded without
 * a reason ('HTTP Error'), or no complete response arrived ('Network Error').
 */
export type ApiErrorName = 'Server Error' | 'HTTP Error' | 'Network Error';

type ApiErrorParts = {
  message: string;
  status?: number | undefined;
  code?: string | undefined;
  details?: unknown;
  cause?: unknown;
};

/** The reason why a request failed (specification part 1, section 8, 'Transport'). */
export class ApiError extends Error {
  override readonly name: ApiErrorName;
  /** The HTTP status; absent without a response. */
  readonly status: number | undefined;
  readonly code: ErrorCode | undefined;
  /** For `VALIDATION_FAILED`: a list of `{field, message}`. Unchecked, as it was sent. */
  readonly details: unknown;

  constructor(name: ApiErrorName, { message, status, code, details, cause }: ApiErrorParts) {
    super(message, { cause });
    this.name = name;
    this.status = status;
    this.code = code as ErrorCode | undefined;
    this.details = details;
  }
}

/** Whether the server itself said that there is no such thing, or none that the user may see. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // An id that the server cannot even read names nothing.
  return error.status === 404 || error.status === 403 || error.status === 400;
}

export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.name === 'Network Error';
}

/** The server's message for a failure of its own, which tells a user nothing. */
const SERVER_FAULT = 'Internal server error';

/**
 * The message that a user sees for a failure: the server's own message, that the network failed, or
 * `fallback` for a fault of the server. The browser's words for a network failure and the message of any other
 * error are for developers and are never shown.
 */
export function failureMessage(error: unknown, fallback: string): string {
  if (isNetworkError(error)) return `Network error occurred${networkReason()}`;
  if (!(error instanceof ApiError) || error.message === '') return fallback;
  return isFullServer() && error.message === SERVER_FAULT ? fallback : error.message;
}

/** The state of the connection, after the text of the specification. */
function networkReason(): string {
  if (!isFullServer()) return '';
  const state = readConnection();
  if (state === 'offline') return '. You are offline.';
  return state === 'unavailable' ? '. The server cannot be reached.' : '';
}
