import { describe, expect, it } from 'vitest';
import { CallNotFoundError, failureOf } from './fireflies-failure.ts';

describe('a failure of Fireflies', () => {
  it.each([
    ['auth_failed', 'reauthorize'],
    ['account_cancelled', 'reauthorize'],
    ['too_many_requests', 'rate-limited'],
    ['forbidden', 'permanent'],
    ['paid_required', 'permanent'],
    ['object_not_found', 'permanent'],
    ['invalid_arguments', 'permanent'],
  ])('%s is %s, wherever the code stands', (code, kind) => {
    for (const error of [{ code }, { extensions: { code } }]) {
      expect(failureOf(200, { message: 'Why', ...error })).toMatchObject({ kind });
    }
  });

  it.each([
    [401, 'reauthorize'],
    [429, 'rate-limited'],
    [400, 'permanent'],
    [408, 'temporary'],
    [500, 'temporary'],
    [503, 'temporary'],
  ])('without a code %i is %s', (status, kind) => {
    expect(failureOf(status, {})).toMatchObject({ kind });
  });

  it('tells a call that is not there from one that is refused', () => {
    expect(failureOf(200, { code: 'object_not_found' })).toBeInstanceOf(CallNotFoundError);
    expect(failureOf(200, { code: 'forbidden' })).not.toBeInstanceOf(CallNotFoundError);
  });

  it('reads how long to wait, in seconds or as an instant', () => {
    const wait = (retryAfter: unknown) =>
      failureOf(200, { extensions: { code: 'too_many_requests', metadata: { retryAfter } } })
        .retryAfterSeconds;
    expect(wait(90)).toBe(90);
    expect(wait(Date.now() + 3_600_000)).toBeGreaterThan(3_500);
    expect(wait(1_000_000_000_000)).toBe(1);
    for (const nothing of [undefined, null, 'soon', -1]) expect(wait(nothing)).toBeUndefined();
  });
});
