import type { SandboxResponse, Failure } from '../http/exchange.ts';
import { ResponseError, json, withRetryAfter } from '../http/exchange.ts';

interface Wording {
  message: string;
  status: string;
  reason: string;
  domain: string;
}

/** Google's messages by HTTP status, as its APIs return them; the reason may be replaced. */
const wordings: Record<number, Wording> = {
  400: {
    message: 'Request contains an invalid argument.',
    status: 'INVALID_ARGUMENT',
    reason: 'badRequest',
    domain: 'global',
  },
  401: {
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    status: 'UNAUTHENTICATED',
    reason: 'authError',
    domain: 'global',
  },
  403: {
    message: 'The caller does not have permission',
    status: 'PERMISSION_DENIED',
    reason: 'forbidden',
    domain: 'global',
  },
  404: {
    message: 'Requested entity was not found.',
    status: 'NOT_FOUND',
    reason: 'notFound',
    domain: 'global',
  },
  410: {
    message: 'Sync token is no longer valid, a full sync is required.',
    status: 'GONE',
    reason: 'fullSyncRequired',
    domain: 'calendar',
  },
  429: {
    message: 'Too many concurrent requests for user',
    status: 'RESOURCE_EXHAUSTED',
    reason: 'rateLimitExceeded',
    domain: 'usageLimits',
  },
  500: {
    message: 'Internal error encountered.',
    status: 'INTERNAL',
    reason: 'backendError',
    domain: 'global',
  },
  503: {
    message: 'The service is currently unavailable.',
    status: 'UNAVAILABLE',
    reason: 'backendError',
    domain: 'global',
  },
};

/** Google's names of quotas in the message that one is used up. */
export interface QuotaWording {
  metric: string;
  limit: string;
  service: string;
}

/** The reasons that Google gives with 403 for a used-up quota. */
const quotaMessages: Record<string, string> = {
  quotaExceeded: 'Calendar usage limits exceeded.',
  rateLimitExceeded: 'Rate Limit Exceeded',
  userRateLimitExceeded: 'User-rate limit exceeded. Retry after a while.',
};

/** The part of the request that was wrong, for the errors in which Google names it. */
const locations: Record<number, { location: string; locationType: string }> = {
  401: { location: 'Authorization', locationType: 'header' },
  410: { location: 'syncToken', locationType: 'parameter' },
};

/** An injected failure, in the format of Google's JSON APIs. */
export function googleFailure({ status, reason, message, retryAfter }: Failure): SandboxResponse {
  return withRetryAfter(wordFailure(status, reason, message), retryAfter);
}

/** Ends a request with a failure in the shape of Google's JSON APIs. */
export function googleError(status: number, reason?: string, message?: string): ResponseError {
  return new ResponseError(wordFailure(status, reason, message));
}

function wordFailure(status: number, reason?: string, message?: string): SandboxResponse {
  const wording = wordings[status] ?? {
    message: `Error ${status}`,
    status: 'UNKNOWN',
    reason: 'unknown',
    domain: 'global',
  };
  const quota = reason === undefined ? undefined : quotaMessages[reason];
  const text = message ?? quota ?? wording.message;
  return json(
    {
      error: {
        code: status,
        message: text,
        errors: [
          {
            message: text,
            domain: quota === undefined ? wording.domain : 'usageLimits',
            reason: reason ?? wording.reason,
            ...locations[status],
          },
        ],
        status: wording.status,
      },
    },
    status,
  );
}
