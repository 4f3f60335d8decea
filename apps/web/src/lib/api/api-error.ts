import type { ErrorCode } from '@repo/contract/error';

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

export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.name === 'Network Error';
}

/**
 * The message that a user sees for a failure: the server's own message, that the network failed, or
 * `fallback`. The browser's words for a network failure and the message of any other error are for
 * developers and are never shown.
 */
export function failureMessage(error: unknown, fallback: string): string {
  if (isNetworkError(error)) return 'Network error occurred';
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}
