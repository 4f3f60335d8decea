import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { shownDomain } from './shown-domain.ts';

test.each([
  'acme.com',
  'münchen.de',
  'kraków.example',
  '例え.jp',
  'トヨタabc.jp',
  'яндекс.рф',
  'почта.com',
  'παράδειγμα.gr',
])('%s is shown as it is written', (domain) => {
  expect(shownDomain(domainToASCII(domain))).toBe(domain);
});

test.each([
  ['Latin with one Cyrillic letter', 'аcme.com'],
  ['Latin with one Greek letter', 'gοοgle.com'],
  ['Cyrillic letters that all look Latin', 'аррӏе.com'],
  ['such a label below another domain', 'www.аррӏе.com'],
])('stays in punycode: %s', (_what, domain) => {
  const ascii = domainToASCII(domain);
  expect(ascii).toContain('xn--');
  expect(shownDomain(ascii)).toBe(ascii);
});

test('what is no punycode after all stays as it is', () => {
  expect(shownDomain('xn--a.com')).toBe('xn--a.com');
});
