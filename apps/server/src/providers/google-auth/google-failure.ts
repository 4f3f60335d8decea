import { ProviderError } from '#modules/integrations/provider-error.ts';

/** The reasons of a 403 that mean too many requests instead of missing access. */
const quotaReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
]);
/** The reasons of a 403 that mean that the grant lacks a scope. */
const scopeReasons = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT']);

/**
 * The error codes with which the token endpoint refuses this server's OAuth client, whatever the
 * grant (RFC 6749, section 5.2;
 * https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors).
 */
const clientReasons = new Set([
  'invalid_client',
  'deleted_client',
  'disabled_client',
  'unauthorized_client',
]);

/** The reason for which Google refuses this server's OAuth client; undefined when it does not. */
export function clientRefusal(data: unknown): string | undefined {
  const { error } = asObject(data);
  return typeof error === 'string' && clientReasons.has(error) ? error : undefined;
}

/** Whether a request failed because the access token was refused, so that a new one may help. */
export function isAccessRefused(error: unknown): boolean {
  const response = responseOf(error);
  return response?.status === 401 && clientRefusal(response.data) === undefined;
}

/** The HTTP status of a failed request to Google; undefined without a response. */
export function googleStatus(error: unknown): number | undefined {
  return responseOf(error)?.status;
}

/**
 * Converts a failed request to Google to the engine's terms.
 *
 * @param service display name: 'Gmail'.
 */
export function toProviderError(error: unknown, service: string): ProviderError {
  if (error instanceof ProviderError) return error;
  if (isTooLarge(error)) {
    return new ProviderError('permanent', `${service} sent a response that is too large.`, {
      cause: error,
    });
  }
  const response = responseOf(error);
  if (response === undefined) {
    return new ProviderError('temporary', `${service} could not be reached.`, { cause: error });
  }
  const refusal = clientRefusal(response.data);
  if (refusal !== undefined) {
    const operatorMessage = `Google refuses the OAuth client of this server (${refusal}). Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`;
    return new ProviderError('misconfigured', `${service} is temporarily unavailable.`, {
      cause: error,
      operatorMessage,
    });
  }
  const { status, reason, message: reported } = describe(response);
  // It is shown in parentheses within our sentence.
  const message = reported.replace(/\.$/, '');
  const options = {
    cause: error,
    retryAfterSeconds: retryAfter(response.headers) ?? retryTimeIn(reported),
  };
  if (status === 401 || reason === 'invalid_grant' || scopeReasons.has(reason)) {
    return new ProviderError(
      'reauthorize',
      `${service} no longer grants access. Connect it again.`,
      options,
    );
  }
  if (status === 429 || (status === 403 && quotaReasons.has(reason))) {
    return new ProviderError('rate-limited', `${service} asks for a pause (${message}).`, options);
  }
  if (status === 408 || status >= 500) {
    return new ProviderError('temporary', `${service} failed (${status}: ${message}).`, options);
  }
  return new ProviderError('permanent', `${service} refused (${status}: ${message}).`, options);
}

/** Runs requests to a service of Google; failures are converted by `toProviderError`. */
export const wordedFor =
  (service: string) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toProviderError(error, service);
    }
  };

/** Whether the library aborted or refused a response because of its `maxContentLength`. */
function isTooLarge(error: unknown): boolean {
  const { message, cause } = asObject(error);
  if (typeof message === 'string' && /over (the )?limit/.test(message)) return true;
  return cause !== undefined && isTooLarge(cause);
}

interface Response {
  status: number;
  headers: unknown;
  data: unknown;
}

function responseOf(error: unknown): Response | undefined {
  if (typeof error !== 'object' || error === null || !('response' in error)) return undefined;
  const { response } = error;
  const isResponse =
    typeof response === 'object' &&
    response !== null &&
    'status' in response &&
    typeof response.status === 'number';
  return isResponse ? (response as Response) : undefined;
}

/**
 * Google's APIs return `{error: {message, errors: [{reason}], details: [{reason}]}}`, its token
 * endpoint `{error, error_description}`.
 */
function describe({ status, data }: Response): { status: number; reason: string; message: string } {
  const { error, error_description: description } = asObject(data);
  if (typeof error === 'string') {
    return {
      status,
      reason: error,
      message: typeof description === 'string' ? description : error,
    };
  }
  const { message, errors, details } = asObject(error);
  const reasons = [errors, details]
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .map((entry) => asObject(entry)['reason'])
    .filter((reason) => typeof reason === 'string');
  const known = reasons.find((reason) => quotaReasons.has(reason) || scopeReasons.has(reason));
  return {
    status,
    reason: known ?? reasons[0] ?? '',
    message: typeof message === 'string' ? message : 'no reason given',
  };
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Seconds, or a date (RFC 9110). */
function retryAfter(headers: unknown): number | undefined {
  // The library has its own `Headers`.
  const { get } = asObject(headers);
  const text: unknown = typeof get === 'function' ? get.call(headers, 'retry-after') : undefined;
  if (typeof text !== 'string' || text === '') return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/**
 * Gmail reports the end of a pause only in its message: "User-rate limit exceeded. Retry after
 * 2026-03-02T09:00:00.000Z"
 * (https://developers.google.com/workspace/gmail/api/guides/handle-errors).
 *
 * @returns seconds from now.
 */
function retryTimeIn(message: string): number | undefined {
  const [, time = ''] = /retry after (\d{4}-\d\d-\d\dT[\d:.]{5,15}Z)/i.exec(message) ?? [];
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
