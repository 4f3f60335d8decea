import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

test('tells what happened and why, and nothing that hangs on it', () => {
  const cause = Object.assign(new Error('read failed'), { code: 'ECONNRESET', body: 'a secret' });
  const error = Object.assign(new TypeError('cannot sync', { cause }), {
    config: { headers: { authorization: 'Bearer secret' } },
    detail: 'Failing row contains (secret)',
  });
  const described = describeError(error);
  expect(described).toMatchObject({
    type: 'TypeError',
    message: 'cannot sync',
    stack: expect.stringContaining('describe-error.test.ts'),
    cause: { type: 'Error', message: 'read failed', code: 'ECONNRESET' },
  });
  expect(JSON.stringify(described)).not.toContain('secret');
});

test('leaves out what an address asks for', () => {
  const error = new Error('request to https://a.example/revoke?token=secret failed, reason: none');
  expect(describeError(error)?.message).toBe(
    'request to https://a.example/revoke?… failed, reason: none',
  );
  expect(JSON.stringify(describeError(error))).not.toContain('secret');
});

test('ends with causes that go in a circle, and with what is no error', () => {
  const error = new Error('one');
  error.cause = new Error('other', { cause: error });
  expect(describeError(error)?.cause?.cause?.message).toBe('one');
  expect(describeError('text')).toBeUndefined();
});
