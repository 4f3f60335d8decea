import { expect, test } from 'vitest';
import { redirectStateOf, redirectTarget } from './sign-in-redirect.ts';

test('remembers path, query and hash', () => {
  const location = { pathname: '/a/b', search: '?x=1', hash: '#y', state: null, key: 'k' };
  expect(redirectTarget(redirectStateOf(location))).toBe('/a/b?x=1#y');
});

test.each([
  null,
  undefined,
  'text',
  {},
  { origin: 1 },
  { origin: '' },
  { origin: 'https://evil.example/' },
  { origin: '//evil.example/' },
  { origin: '//' },
  { origin: '///' },
  { origin: '/\\evil.example/' },
  { origin: '/\t/evil.example/' },
  { origin: 'javascript:alert(1)' },
])('goes home for %o', (state) => {
  expect(redirectTarget(state)).toBe('/');
});
