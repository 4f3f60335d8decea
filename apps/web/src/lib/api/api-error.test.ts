import { expect, test } from 'vitest';
import { serveAtLevel } from '#test/serve-at-level.ts';
import { ApiError, failureMessage } from './api-error.ts';

const fault = new ApiError('Server Error', {
  message: 'Internal server error',
  status: 500,
  code: 'UNKNOWN_ERROR',
});

test('for a fault of the server, the user reads what failed and not the words of the server', () => {
  expect(failureMessage(fault, 'Failed to fetch people')).toBe('Failed to fetch people');
});

test('what the server says about a request is shown as it is', () => {
  const refusal = new ApiError('Server Error', {
    message: 'Only owners can do that.',
    status: 403,
  });
  expect(failureMessage(refusal, 'Failed to save')).toBe('Only owners can do that.');
});

test('on a server that knows only the specification every message of it is shown', () => {
  serveAtLevel('specification');
  expect(failureMessage(fault, 'Failed to fetch users')).toBe('Internal server error');
});
