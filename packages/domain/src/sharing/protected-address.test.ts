import { expect, test } from 'vitest';
import { isProtectedBy, normalizeProtected } from './protected-address.ts';

test.each([
  [' Anna@LAW.example ', 'anna@law.example'],
  ['anna+taxes@law.example', 'anna@law.example'],
  ['law.example', 'law.example'],
  ['@law.example', 'law.example'],
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['', undefined],
  ['example', undefined],
  ['anna@', undefined],
  ['Anna <anna@law.example>', undefined],
  ['anna@law.example, bob@law.example', undefined],
  ['*.law.example', undefined],
  ['https://law.example', undefined],
])('%j is stored as %j', (typed, stored) => {
  expect(normalizeProtected(typed)).toBe(stored);
});

test.each([
  ['anna@law.example', 'anna@law.example', true],
  ['anna+taxes@law.example', 'anna@law.example', true],
  ['noreply+12@law.example', 'noreply@law.example', true],
  ['joanna@law.example', 'anna@law.example', false],
  ['anna@mail.law.example', 'anna@law.example', false],
  ['bob@law.example', 'law.example', true],
  ['bob@mail.law.example', 'law.example', true],
  ['bob@outlaw.example', 'law.example', false],
  ['', 'law.example', false],
  ['@law.example', 'anna@law.example', false],
])('%s is protected by %s: %s', (email, address, isProtected) => {
  expect(isProtectedBy(email, address)).toBe(isProtected);
});
