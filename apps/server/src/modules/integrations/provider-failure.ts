import type { ErrorCode } from '@repo/contract/error';
import { AppError } from '../../platform/http/app-error.ts';
import type { ProviderError, ProviderErrorKind } from './provider-error.ts';

/**
 * What went wrong at a provider, for someone who waits for its answer: `RATE_LIMITED` with when to
 * come back, for the other kinds the code that the call gives them, else `NETWORK_ERROR`.
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
