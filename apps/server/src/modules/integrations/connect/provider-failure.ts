import type { ErrorCode } from '@repo/contract/error';
import { AppError } from '#platform/http/app-error.ts';
import type { ProviderError, ProviderErrorKind } from '../provider-error.ts';

/**
 * Converts a provider's failure for a user who waits for the response: `RATE_LIMITED` with the time
 * to retry after, the code that the caller specifies for other kinds, or else `NETWORK_ERROR`.
 */
export function providerFailure(
  cause: ProviderError,
  codes: Partial<Record<Exclude<ProviderErrorKind, 'rate-limited'>, ErrorCode>> = {},
): AppError {
  const { kind, message, retryAfterSeconds } = cause;
  if (kind === 'rate-limited') {
    return new AppError('RATE_LIMITED', message, { cause, retryAfterSeconds });
  }
  return new AppError(codes[kind] ?? 'NETWORK_ERROR', message, { cause });
}
