import { describe, expect, it } from 'vitest';
import { GraphError, SignInFailure, toProviderError } from './microsoft-failure.ts';

const graph = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new GraphError(status, body, new Headers(headers));
const coded = (status: number, code: string, headers = {}) =>
  graph(status, { error: { code, message: 'Why.' } }, headers);
const signIn = (code: number, error = 'invalid_grant', status = 400) =>
  new SignInFailure(status, { error, error_description: `AADSTS${code}: Why. Trace ID: 1` });

describe('a failure of Microsoft', () => {
  it.each([
    ['reauthorize', coded(401, 'InvalidAuthenticationToken')],
    ['reauthorize', coded(403, 'ErrorAccessDenied')],
    ['permanent', coded(404, 'MailboxNotEnabledForRESTAPI')],
    ['permanent', coded(404, 'ResourceNotFound')],
    ['permanent', coded(404, 'ErrorItemNotFound')],
    ['permanent', coded(500, 'ErrorCorruptData')],
    ['rate-limited', coded(429, 'ApplicationThrottled')],
    ['rate-limited', coded(503, 'serviceNotAvailable', { 'retry-after': '7' })],
    ['temporary', coded(503, 'serviceNotAvailable')],
    ['temporary', graph(503, undefined)],
    ['temporary', graph(502, '<html>')],
    ['temporary', graph(400, undefined)],
    ['permanent', coded(400, 'ErrorInvalidUrlQuery')],
    ['temporary', new TypeError('fetch failed')],
    // The sign-in.
    ['reauthorize', signIn(65001)],
    ['reauthorize', signIn(90094)],
    ['reauthorize', signIn(50105)],
    ['reauthorize', signIn(53003, 'interaction_required')],
    ['reauthorize', signIn(700082)],
    ['reauthorize', signIn(50057)],
    ['reauthorize', signIn(1, 'invalid_grant')],
    ['misconfigured', signIn(7000215, 'invalid_client', 401)],
    ['misconfigured', signIn(7000222, 'invalid_client', 401)],
    ['misconfigured', signIn(700016, 'unauthorized_client')],
    ['misconfigured', signIn(650057, 'invalid_resource')],
    ['misconfigured', signIn(50194, 'invalid_request')],
    ['misconfigured', signIn(900432, 'invalid_request')],
    ['temporary', signIn(90033, 'temporarily_unavailable')],
    ['temporary', signIn(700082, 'invalid_grant', 503)],
    ['temporary', new SignInFailure(502, undefined)],
    ['permanent', new SignInFailure(400, { error: 'never_seen' })],
  ])('is %s: %o', (kind, error) => {
    expect(toProviderError(error, 'Mail').kind).toBe(kind);
  });

  it('never requests a new connection for an operator’s fault, and says what to do', () => {
    for (const code of [7000215, 7000222, 700016, 650052, 650056, 650057, 50011]) {
      const error = toProviderError(signIn(code, 'invalid_client', 401), 'Mail');
      expect(error.message).toBe('Mail is temporarily unavailable.');
      expect(error.operatorMessage).toMatch(/\.$/);
    }
  });

  it('waits as long as it says', () => {
    const error = coded(429, 'ApplicationThrottled', { 'retry-after': '30' });
    expect(toProviderError(error, 'Mail').retryAfterSeconds).toBe(30);
    expect(toProviderError(coded(429, 'x'), 'Mail').retryAfterSeconds).toBeUndefined();
  });

  it('keeps the id of the request for the log, and no more than a part of long texts', () => {
    const error = { code: 'A'.repeat(1_000), message: 'b'.repeat(10_000) };
    const body = { error: { ...error, innerError: { 'request-id': 'the-request' } } };
    const { code, message } = graph(500, body);
    expect(message).toContain('(request the-request)');
    expect(code.length + message.length).toBeLessThan(800);
  });
});
