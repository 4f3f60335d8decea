import { ProviderError, type ProviderErrorKind } from '#modules/integrations/provider-error.ts';

/** https://docs.fireflies.ai/miscellaneous/error-codes */
const kinds: Record<string, ProviderErrorKind> = {
  auth_failed: 'reauthorize',
  account_cancelled: 'reauthorize',
  too_many_requests: 'rate-limited',
  forbidden: 'permanent',
  paid_required: 'permanent',
  object_not_found: 'permanent',
  invalid_arguments: 'permanent',
  args_required: 'permanent',
};

/** The call does not exist (any more). */
export class CallNotFoundError extends ProviderError {
  override name = 'CallNotFoundError';
}

/**
 * Converts an error of Fireflies to the engine's terms. The code is in `code` or in
 * `extensions.code`.
 */
export function failureOf(status: number, error: Record<string, unknown>): ProviderError {
  const extensions = asRecord(error['extensions']);
  const code = textOf(extensions['code']) ?? textOf(error['code']) ?? '';
  const message = textOf(error['message']) ?? `status ${status}`;
  const kind = kinds[code] ?? kindOfStatus(status);
  if (code === 'object_not_found') {
    return new CallNotFoundError('permanent', 'Fireflies has no such call.');
  }
  if (kind === 'reauthorize') {
    return new ProviderError(
      kind,
      `Fireflies no longer accepts the API key (${message}). Connect again.`,
    );
  }
  if (kind === 'rate-limited') {
    const retryAfterSeconds = secondsUntil(asRecord(extensions['metadata'])['retryAfter']);
    return new ProviderError(kind, `Fireflies asks for a pause (${message}).`, {
      retryAfterSeconds,
    });
  }
  return new ProviderError(
    kind,
    `Fireflies ${kind === 'temporary' ? 'failed' : 'refused'} (${message}).`,
  );
}

function kindOfStatus(status: number): ProviderErrorKind {
  if (status === 401) return 'reauthorize';
  if (status === 429) return 'rate-limited';
  return status >= 400 && status < 500 && status !== 408 ? 'permanent' : 'temporary';
}

/** An instant in epoch milliseconds; small numbers are seconds to wait. */
function secondsUntil(retryAfter: unknown): number | undefined {
  const value = Number(retryAfter ?? Number.NaN);
  if (!Number.isFinite(value) || value < 0) return undefined;
  return value < 1e9 ? Math.ceil(value) : Math.max(1, Math.ceil((value - Date.now()) / 1_000));
}

export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
