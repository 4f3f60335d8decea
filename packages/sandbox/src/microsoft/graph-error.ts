import { randomUUID } from 'node:crypto';
import type { Failure, SandboxResponse } from '../http/exchange.ts';
import { json, ResponseError, withRetryAfter } from '../http/exchange.ts';

/** Microsoft Graph's codes and messages by status; the code may be replaced. */
const wordings: Record<number, [code: string, message: string]> = {
  400: ['BadRequest', 'The request is malformed.'],
  401: ['InvalidAuthenticationToken', 'Access token has expired or is not yet valid.'],
  403: ['ErrorAccessDenied', 'Access is denied. Check credentials and try again.'],
  404: ['ErrorItemNotFound', 'The specified object was not found in the store.'],
  410: [
    'SyncStateNotFound',
    'The sync state generation is not found; generation=149;[highest=157]',
  ],
  429: ['ApplicationThrottled', 'Application is over its MailboxConcurrency limit.'],
  500: ['ErrorInternalServerError', 'An internal server error occurred. The operation failed.'],
  503: ['serviceNotAvailable', 'The service is temporarily unavailable.'],
};

/** Ends a request with a failure in the form of Microsoft Graph. */
export function graphError(
  status: number,
  code?: string,
  message?: string,
  retryAfter?: number,
): ResponseError {
  return new ResponseError(graphFailure({ status, reason: code, message, retryAfter }));
}

/** The same as a response. */
export function graphFailure({
  status,
  reason,
  message,
  retryAfter,
}: { [Name in keyof Failure]: Failure[Name] | undefined } & { status: number }): SandboxResponse {
  const [code, usual] = wordings[status] ?? ['UnknownError', `Error ${status}`];
  const id = randomUUID();
  const innerError = { date: new Date().toISOString(), 'request-id': id, 'client-request-id': id };
  const body = { error: { code: reason ?? code, message: message ?? usual, innerError } };
  return withRetryAfter(json(body, status), retryAfter);
}
