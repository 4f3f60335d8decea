import { expect, test } from 'vitest';
import { describeError } from '#platform/log/describe-error.ts';
import { Failures } from './failures.ts';

test('all that failed is reported, and logged', () => {
  const failures = new Failures();
  expect(failures.joined).toBeUndefined();
  const first = new Error('Acme');
  failures.add(first);
  failures.add(undefined);
  expect(failures.joined).toBe(first);
  const others = new Failures();
  others.add(new Error('Beta'));
  others.add(new Error('Gamma'));
  failures.add(others.joined);
  expect(describeError(failures.joined)).toMatchObject({
    message: '3 steps failed, the first: Acme',
    errors: [{ message: 'Acme' }, { message: 'Beta' }, { message: 'Gamma' }],
  });
});

test('the number of errors that are kept is bounded', () => {
  const failures = new Failures();
  for (let count = 0; count < 100; count += 1) failures.add(new Error(String(count)));
  expect(failures.joined).toMatchObject({ message: '100 steps failed, the first: 0' });
  expect((failures.joined as AggregateError).errors).toHaveLength(20);
});
