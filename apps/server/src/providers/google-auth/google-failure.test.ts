import { describe, expect, it } from 'vitest';
import { toProviderError } from './google-failure.ts';

const failure = (status: number, data: unknown, headers: Record<string, string> = {}) =>
  Object.assign(new Error('failed'), { response: { status, data, headers: new Headers(headers) } });
const reason = (name: string) => ({ error: { message: 'Why.', errors: [{ reason: name }] } });

describe('a failure of Google', () => {
  it.each([
    ['reauthorize', failure(401, reason('authError'))],
    ['reauthorize', failure(400, { error: 'invalid_grant', error_description: 'Expired.' })],
    ['reauthorize', failure(403, reason('insufficientPermissions'))],
    [
      'reauthorize',
      failure(403, { error: { details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] } }),
    ],
    ['misconfigured', failure(401, { error: 'invalid_client', error_description: 'Wrong.' })],
    ['misconfigured', failure(401, { error: 'deleted_client' })],
    ['misconfigured', failure(403, { error: 'disabled_client' })],
    ['misconfigured', failure(401, { error: 'unauthorized_client' })],
    ['rate-limited', failure(429, 'too much')],
    ['rate-limited', failure(403, reason('rateLimitExceeded'))],
    ['rate-limited', failure(403, reason('userRateLimitExceeded'))],
    ['permanent', failure(403, reason('accessNotConfigured'))],
    ['permanent', failure(400, reason('invalidArgument'))],
    ['permanent', failure(401 + 3, null)],
    ['temporary', failure(500, '<html>')],
    ['temporary', failure(503, undefined)],
    ['temporary', new TypeError('fetch failed')],
    ['temporary', 'nothing'],
  ])('is %s', (kind, error) => {
    expect(toProviderError(error, 'Gmail')).toMatchObject({ kind, cause: error });
  });

  it('says for how long to wait, in seconds or until when', () => {
    const wait = (text: string) =>
      toProviderError(failure(429, null, { 'retry-after': text }), 'Gmail').retryAfterSeconds;
    expect(wait('120')).toBe(120);
    expect(wait(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(50);
    expect(wait(new Date(0).toUTCString())).toBe(0);
    expect(wait('soon')).toBeUndefined();
  });

  it('says in its message until when to wait, where no header does', () => {
    const wait = (time: string) => {
      const message = `User-rate limit exceeded.  Retry after ${time}`;
      const error = { message, errors: [{ reason: 'userRateLimitExceeded' }] };
      return toProviderError(failure(403, { error }), 'Gmail').retryAfterSeconds;
    };
    const inAnHour = wait(new Date(Date.now() + 3_600_000).toISOString());
    expect(inAnHour).toBeGreaterThan(3_590);
    expect(inAnHour).toBeLessThanOrEqual(3_600);
    expect(wait('2020-01-01T00:00:00.000Z')).toBe(0);
    expect(wait('2020-99-99T00:00:00Z')).toBeUndefined();
    expect(wait('a while')).toBeUndefined();
  });

  it('is worded for people', () => {
    expect(toProviderError(failure(403, reason('accessNotConfigured')), 'Gmail').message).toBe(
      'Gmail refused (403: Why).',
    );
  });
});
